/** SQL of accesses. Always restricted to what the session may see. */
import type { Principal } from '../../../kernel/principal.ts'
import type { Sql } from '../../../kernel/sql/scope.ts'
import { parameters } from '../../../kernel/list/list.ts'
import type { Bind } from '../../../kernel/list/list-source.ts'
import { viewerOf } from '../../../kernel/list/viewer.ts'
import type { Vlan } from '@hilo/domain/diagnosis.ts'
import type { OpticClass } from '@hilo/domain/optics.ts'
import { visible } from './access-list.ts'

/** An access with the data of its diagnosis. */
export interface FoundAccess {
  id: number
  code: string
  vno_id: number
  version: number
  state: string
  cto_id: number
  port_id: number
  port_state: number
  /** The position is still assigned to this customer. */
  held: boolean
  serial: string | null
  model: string | null
  profile: string | null
  vlan: Vlan | null
  feeder_m: number
  optic_class: OpticClass
}

const columns = `json_build_object('id', x.id, 'code', x.code, 'vno_id', x.vno_id, 'version', x.version, 'state', x.state,
  'cto_id', x.cto_id, 'port_id', x.port_id, 'port_state', p.state, 'held', a.id is not null, 'serial', x.ont_serial,
  'model', x.ont_model, 'profile', x.product->>'code', 'vlan', x.vlan, 'feeder_m', c.feeder_m, 'optic_class', o.optic_class)`
const from = `access x join port p on p.id = x.port_id join cto c on c.id = x.cto_id join pon n on n.id = c.pon_id
  join olt o on o.id = n.olt_id
  left join port_assignment a on a.port_id = x.port_id and a.access_id = x.id and a.ended_at is null`

/** The access that matches a condition; null also if the session may not see it. */
export async function findAccess(
  sql: Sql,
  principal: Principal,
  condition: (bind: Bind) => string,
): Promise<FoundAccess | null> {
  const { values, bind } = parameters()
  const where = [condition(bind), ...visible(viewerOf(principal), bind)].join(' and ')
  const text = await sql.json(`select ${columns}::text from ${from} where ${where} limit 1`, values)
  return text === null ? null : (JSON.parse(text) as FoundAccess)
}

/** Matching accesses as JSON text of {id, code}: those in service first, then the newest. */
export async function findAccesses(
  sql: Sql,
  principal: Principal,
  condition: (bind: Bind) => string[],
): Promise<{ id: number; code: string }[]> {
  const { values, bind } = parameters()
  const where = [...condition(bind), ...visible(viewerOf(principal), bind)].join(' and ')
  const text = await sql.json(
    `select coalesce(json_agg(json_build_object('id', id, 'code', code)), '[]')::text from (
       select x.id, x.code from access x where ${where} order by x.state = 'baja', x.id desc limit 20) f`,
    values,
  )
  return JSON.parse(text ?? '[]') as { id: number; code: string }[]
}

/** Claims the diagnosis for a minute of business time; the others get the seconds to wait and the last result. */
export const claimDiagnosis = `
  with asked as (
    insert into access_diagnosis (access_id, vno_id, asked_at) values ($1, $2, app_now())
    on conflict (access_id) do update set asked_at = excluded.asked_at, result = null, progress = null
      where access_diagnosis.asked_at <= app_now() - $3::int8 * interval '1 ms'
    returning access_id)
  select case when exists (select from asked) then null else json_build_object('wait', greatest(1, least($3::int8 / 1000, ceil(extract(epoch from
    d.asked_at + $3::int8 * interval '1 ms' - app_now())))), 'record', d.result)::text end
  from (select 1) one left join access_diagnosis d on d.access_id = $1`
/** Stores finished tests while the others still run; a finished diagnosis is not changed. */
export const noteDiagnosis = `update access_diagnosis set progress = $2 where access_id = $1 and result is null returning access_id::text`
/** The tests of the last diagnosis so far, and whether it is finished. */
export const diagnosisSoFar = `
  select json_build_object('access_id', $1::bigint, 'done', coalesce(d.result is not null, false),
    'tests', coalesce(d.result -> 'tests', d.progress, '[]'))::text
  from (select 1) one left join access_diagnosis d on d.access_id = $1`
export const keepDiagnosis = `update access_diagnosis set result = $2 where access_id = $1 returning access_id::text`
/** Forgets a claim without an answer, so that the next request need not wait. */
export const forgetDiagnosis = `delete from access_diagnosis where access_id = $1 returning access_id::text`
