/** The reasons of an operator: what the product knows, what the neutral one adds, what he changes himself. */
import { catalogueNames, reasonCatalogues, reasonText, type ReasonCatalogue } from '@hilo/domain/reason.ts'
import { enabledStatus } from '@hilo/domain/status.ts'
import type { Sql } from '../db/scope.ts'
import { text } from '../http/texts.ts'

export interface KnownReason {
  catalogue: ReasonCatalogue
  code: string
  name: string
  status: 1 | 2
  source: 'default' | 'neutral' | 'vno'
  version: number
}
interface Changed {
  catalogue: ReasonCatalogue
  code: string
  name: string | null
  status: 1 | 2
  version: number
  vno_id: number | null
}

const changes = `
  select coalesce(json_agg(json_build_object('catalogue', catalogue, 'code', code, 'name', name, 'status', status,
    'version', version, 'vno_id', vno_id) order by vno_id nulls first, id), '[]')::text
  from reason where (vno_id is null or vno_id = $1::int) and ($2::text is null or catalogue = $2)`

function begin(catalogue: ReasonCatalogue): KnownReason[] {
  const status = enabledStatus.is.enabled
  return reasonCatalogues[catalogue].map((code) => ({
    catalogue,
    code,
    name: text(reasonText(catalogue, code)),
    status,
    source: 'default',
    version: 0,
  }))
}

function apply(known: Map<string, KnownReason>, one: Changed, vnoId: number | null): void {
  const key = `${one.catalogue} ${one.code}`
  const before = known.get(key)
  const source = before?.source ?? (one.vno_id === null ? 'neutral' : 'vno')
  const { catalogue, code, status, vno_id } = one
  const version = vno_id === vnoId ? one.version : (before?.version ?? 0)
  known.set(key, { catalogue, code, name: one.name ?? before?.name ?? code, status, source, version })
}

/** Every reason of an operator, disabled ones included; null for what the neutral operator has set for all. */
export async function allReasons(sql: Sql, vnoId: number | null, catalogue?: ReasonCatalogue): Promise<KnownReason[]> {
  const of = catalogue === undefined ? catalogueNames : [catalogue]
  const known = new Map(of.flatMap(begin).map((one) => [`${one.catalogue} ${one.code}`, one]))
  const found = JSON.parse((await sql.json(changes, [vnoId, catalogue ?? null])) ?? '[]') as Changed[]
  for (const one of found) apply(known, one, vnoId)
  return [...known.values()]
}

/** The reasons that an operator's people may give, by their code: its name. */
export async function reasonsOf(
  sql: Sql,
  vnoId: number | null,
  catalogue: ReasonCatalogue,
): Promise<Map<string, string>> {
  const all = await allReasons(sql, vnoId, catalogue)
  const used = all.filter(({ status }) => status === enabledStatus.is.enabled)
  return new Map(used.map(({ code, name }) => [code, name]))
}
