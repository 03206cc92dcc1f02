import type { Input } from '@hilo/contract/index.ts'
import { otherReason } from '@hilo/domain/reason.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { enabledStatus, resultFlag } from '@hilo/domain/status.ts'
import { assertVersion } from '../../../kernel/list/record.ts'
import { authorOf } from '../../../kernel/sql/author.ts'
import { asProcess } from '../../../kernel/sql/in-process.ts'
import type { Sql } from '../../../kernel/sql/scope.ts'
import { onePage, type ReadHandler, type WriteContext, type WriteHandler } from '../../../kernel/handler.ts'
import { isNeutral, type Principal } from '../../../kernel/principal.ts'
import { missingDetail } from '../../../kernel/validation.ts'
import { allReasons, type KnownReason } from '../../../process/reason-catalogue.ts'
import { operatorIfNamed } from '../../shared/operator.ts'

type Asked = Input<'admin_vno/reasons/edit'>

const operator = 'select id::text from vno where id = $1'

/** Owner of the reasons: the session's operator, or the one that the neutral operator names; null for the common ones. */
async function ownerOf(sql: Sql, principal: Principal, asked: number | undefined): Promise<number | null> {
  const owner = operatorIfNamed(principal, asked)
  if (asked !== undefined && (await sql.json(operator, [asked])) === null) throw new Problem('NOT_FOUND')
  return owner
}

const keep = `
  insert into reason (vno_id, catalogue, code, name, status, created_by, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, app_now(), app_now())
  on conflict (vno_id, catalogue, code) do update set name = $4, status = excluded.status, version = reason.version + 1,
    updated_at = app_now()`
/** Position of each reason; a row with only a position has no version. */
const order = `
  insert into reason (vno_id, catalogue, code, status, version, position, created_by, created_at, updated_at)
  select $1, $2, code, null, 0, place - 1, $4, app_now(), app_now() from unnest($3::text[]) with ordinality as o (code, place)
  on conflict (vno_id, catalogue, code) do update set position = excluded.position, updated_at = app_now()`
/** Serializes the edits of one operator. */
const turn = `select pg_advisory_xact_lock(hashtextextended('reason', $1::int8))::text`

/** The reason after the change; a new one needs a name, and "other" cannot be disabled. */
function next(before: KnownReason | undefined, { code, name, status }: Asked): { name: string | null; status: number } {
  if (!before && name == null) throw new Problem('VALIDATION', { details: [missingDetail('name')] })
  const to = status ?? before?.status ?? enabledStatus.is.enabled
  if (code === otherReason && to === enabledStatus.is.disabled)
    throw new Problem('VALIDATION', { details: [{ field: 'status', code: 'value', message: 'validation.value' }] })
  if (name !== undefined) return { name, status: to }
  return { name: before?.source === 'default' ? null : (before?.name ?? null), status: to }
}

async function edit(context: WriteContext, asked: Asked): Promise<KnownReason> {
  const { sql, principal, audit } = context
  const vnoId = await ownerOf(sql, principal, asked.vno_id)
  await sql.json(turn, [vnoId ?? 0])
  const find = async () => (await allReasons(sql, vnoId, asked.catalogue)).find(({ code }) => code === asked.code)
  const before = await find()
  await assertVersion(asked.version, before?.version ?? 0, () => before ?? null)
  const by = JSON.stringify(authorOf(principal))
  const onlyMoved = before && asked.position !== undefined && asked.name === undefined && asked.status === undefined
  if (!onlyMoved) {
    const { name, status } = next(before, asked)
    await sql.rows(keep, [vnoId, asked.catalogue, asked.code, name, status, by])
  }
  if (asked.position !== undefined) {
    const others = (await allReasons(sql, vnoId, asked.catalogue)).map(({ code }) => code).filter((code) => code !== asked.code) // prettier-ignore
    const codes = others.toSpliced(asked.position, 0, asked.code)
    await sql.rows(order, [vnoId, asked.catalogue, codes, by])
  }
  const after = await find()
  if (!after) throw new Error('a reason that was just kept is gone')
  audit({ entity: 'reason', entityId: `${asked.catalogue}/${asked.code}`, before, after })
  return after
}

export const reasons = {
  'admin_vno/reasons/get': (async ({ sql, principal }, { catalogue, vno_id }) => {
    const vnoId = await ownerOf(sql, principal, vno_id)
    return { records: await allReasons(sql, vnoId, catalogue), ...onePage() }
  }) satisfies ReadHandler<'admin_vno/reasons/get'>,

  'admin_vno/reasons/edit': (async (context, asked) => {
    const work = () => edit(context, asked)
    const record = isNeutral(context.principal) ? await asProcess(context.sql, work) : await work()
    return { result_flag: resultFlag.is.success, record }
  }) satisfies WriteHandler<'admin_vno/reasons/edit'>,
}
export const reasonsLists = {}
