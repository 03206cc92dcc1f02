/** Reasons offered to an operator: built-in ones, those of the neutral operator, and the operator's own changes. */
import type { SettingSource } from '@hilo/domain/settings.ts'
import { otherReason, catalogueNames, reasonCatalogues, reasonText, type ReasonCatalogue } from '@hilo/domain/reason.ts'
import { enabledStatus } from '@hilo/domain/status.ts'
import type { Sql } from '../kernel/sql/scope.ts'
import { text } from '../kernel/texts.ts'

export interface KnownReason {
  catalogue: ReasonCatalogue
  code: string
  name: string
  status: 1 | 2
  source: SettingSource
  version: number
  position: number
}
interface Changed {
  catalogue: ReasonCatalogue
  code: string
  name: string | null
  status: 1 | 2 | null
  version: number
  vno_id: number | null
  position: number | null
}
/** Null if no position was set. */
type Placed = Omit<KnownReason, 'position'> & { position: number | null }

const changes = `
  select coalesce(json_agg(json_build_object('catalogue', catalogue, 'code', code, 'name', name, 'status', status,
    'version', version, 'vno_id', vno_id, 'position', position) order by vno_id nulls first, id), '[]')::text
  from reason where (vno_id is null or vno_id = $1::int) and ($2::text is null or catalogue = $2)`

function begin(catalogue: ReasonCatalogue): Placed[] {
  const status = enabledStatus.is.enabled
  return reasonCatalogues[catalogue].map((code) => ({
    catalogue,
    code,
    name: text(reasonText(catalogue, code)),
    status,
    source: 'default',
    version: 0,
    position: null,
  }))
}

function apply(known: Map<string, Placed>, one: Changed, vnoId: number | null): void {
  const key = `${one.catalogue} ${one.code}`
  const before = known.get(key)
  const source = before?.source ?? (one.vno_id === null ? 'neutral' : 'vno')
  const { catalogue, code, vno_id } = one
  const version = vno_id === vnoId ? one.version : (before?.version ?? 0)
  const status = one.status ?? before?.status ?? enabledStatus.is.enabled
  const position = one.position ?? before?.position ?? null
  known.set(key, { catalogue, code, name: one.name ?? before?.name ?? code, status, source, version, position })
}

/** Reasons without a position come after those with one; "other" stays last unless it was moved. */
function inOrder(reasons: readonly Placed[]): KnownReason[] {
  const placed = reasons.filter(({ position }) => position !== null)
  placed.sort((a, b) => (a.position ?? 0) - (b.position ?? 0))
  const resort = placed.at(-1) ?? reasons.find(({ code }) => code === otherReason)
  const last = resort?.code === otherReason ? [resort] : []
  const others = reasons.filter(({ position }) => position === null)
  const all = [...placed, ...others].filter((one) => !last.includes(one))
  return [...all, ...last].map((one, position) => ({ ...one, position }))
}

/** Every reason of an operator, including disabled ones; null for the neutral operator's settings for all. */
export async function allReasons(sql: Sql, vnoId: number | null, catalogue?: ReasonCatalogue): Promise<KnownReason[]> {
  const of = catalogue === undefined ? catalogueNames : [catalogue]
  const known = new Map(of.flatMap(begin).map((one) => [`${one.catalogue} ${one.code}`, one]))
  const found = JSON.parse((await sql.json(changes, [vnoId, catalogue ?? null])) ?? '[]') as Changed[]
  for (const one of found) apply(known, one, vnoId)
  return of.flatMap((name) => inOrder([...known.values()].filter((one) => one.catalogue === name)))
}

/** Reasons that an operator's people may give: name by code. */
export async function reasonsOf(
  sql: Sql,
  vnoId: number | null,
  catalogue: ReasonCatalogue,
): Promise<Map<string, string>> {
  const all = await allReasons(sql, vnoId, catalogue)
  const used = all.filter(({ status }) => status === enabledStatus.is.enabled)
  return new Map(used.map(({ code, name }) => [code, name]))
}
