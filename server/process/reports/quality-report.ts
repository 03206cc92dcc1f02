/** The report of an intervention: frozen once, hash-chained to its readings, verifiable at any time. */
import { dischargeCode } from '@hilo/domain/discharge.ts'
import { earnsDischarge } from '@hilo/domain/proof/judgement.ts'
import type { Verdict } from '@hilo/domain/status.ts'
import { createHmac, randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { Tx } from '../../kernel/sql/scope.ts'
import { failpoint } from '../../failpoint.ts'
import { rulesEdition } from '../judging/record.ts'
import type { Comparison } from '../judging/compare.ts'
import type { EventRow } from '../event-row.ts'
import { chainHead } from '../opening/snapshot.ts'

/** Content of a report. `code`: key of the discharge code; null if none may be given. */
interface Draft extends Pick<Comparison, 'diff' | 'counters'> {
  verdict: Verdict
  before_id: number | null
  after_id: number | null
  override: EventRow['override']
  frozen_at: Date
  code: Buffer | null
}
export interface FrozenReport {
  id: number
  discharge_code: string | null
}

const keyName = 'report'

/** Key of the discharge codes, generated once per installation. Request roles cannot read it. */
export async function reportKey(owner: pg.Pool): Promise<Buffer> {
  const made = { key: randomBytes(32).toString('base64') }
  await owner.query('insert into secret (name, value) values ($1, $2) on conflict (name) do nothing', [
    keyName,
    JSON.stringify(made),
  ])
  const { rows } = await owner.query<{ value: typeof made }>('select value from secret where name = $1', [keyName])
  return Buffer.from(rows[0]?.value.key ?? made.key, 'base64')
}

const codeOf = (key: Buffer, sha256: string) =>
  dischargeCode(createHmac('sha256', key).update(Buffer.from(sha256, 'hex')).digest())

const snapshotSha = (id: string) => `(select encode(s.sha256, 'hex') from neighbour_snapshot s where s.id = ${id})`
// PostgreSQL normalizes the key order of jsonb, so its text gives the same hash every time. Reports of edition 1 of the
// rules were sealed without the edition.
const sealOf = (r: string, prev: string) => `sha256(coalesce(${prev}, '') || convert_to((jsonb_build_object(
    'event_id', ${r}.event_id, 'vno_id', ${r}.vno_id, 'version', ${r}.version, 'before_id', ${r}.before_id,
    'before_sha256', ${snapshotSha(`${r}.before_id`)}, 'after_id', ${r}.after_id,
    'after_sha256', ${snapshotSha(`${r}.after_id`)}, 'diff', ${r}.diff, 'counters', ${r}.counters,
    'verdict', ${r}.verdict, 'override', ${r}.override, 'frozen_at', wire_time(${r}.frozen_at))
    || case when ${r}.edition > 1 then jsonb_build_object('edition', ${r}.edition) else '{}' end)::text, 'UTF8'))`

const drafted = `select $1::bigint as event_id, $2::int as vno_id, 2::smallint as version, ${rulesEdition}::smallint as edition, $3::bigint as before_id, $4::bigint as after_id,
    $5::jsonb as diff, $6::jsonb as counters, $7::text as verdict, $8::jsonb as override, $9::timestamptz(3) as frozen_at`
const seal = `with d as (${drafted}), link as (select d.*, ${chainHead('d.event_id')} as prev from d)
  select encode(${sealOf('link', 'link.prev')}, 'hex') as sha256, encode(prev, 'hex') as prev from link`
const insertReport = `with d as (${drafted})
  insert into quality_report (event_id, vno_id, version, edition, before_id, after_id, diff, counters, verdict, override, frozen_at,
    discharge_code, sha256, prev_sha256)
  select d.*, $10, decode($11, 'hex'), decode($12, 'hex') from d returning id`

/**
 * Freezes the judgement as a link of the intervention's hash chain. Runs in the scope of all operators, with the intervention
 * locked.
 */
export async function freezeReport(sql: Tx, event: EventRow, draft: Draft): Promise<FrozenReport> {
  const { verdict, before_id, after_id, override, frozen_at, code: key } = draft
  const content = [
    JSON.stringify(draft.diff),
    JSON.stringify(draft.counters),
    verdict,
    override && JSON.stringify(override),
  ]
  const values = [event.id, event.vno_id, before_id, after_id, ...content, frozen_at]
  const [link] = await sql.rows<{ sha256: string; prev: string | null }>(seal, values)
  if (!link) throw new Error('no link to freeze a report onto')
  const earned = key !== null && earnsDischarge(verdict, override !== null)
  const discharge_code = earned ? codeOf(key, link.sha256) : null
  failpoint('close.report')
  const [made] = await sql.rows<{ id: number }>(insertReport, [...values, discharge_code, link.sha256, link.prev])
  if (!made) throw new Error('no report was frozen')
  return { id: made.id, discharge_code }
}

const linksOf = `
  select 'snapshot' as kind, s.id, encode(s.sha256, 'hex') as sha256, encode(s.prev_sha256, 'hex') as prev, null as code,
    encode(sha256(coalesce(s.prev_sha256, '') || convert_to(jsonb_build_object('event_id', s.event_id, 'cto_id', s.cto_id,
      'phase', s.phase, 'taken_at', wire_time(s.taken_at), 'source', s.source, 'complete_pct', s.complete_pct::int,
      'items', s.items)::text, 'UTF8')), 'hex') as due
  from neighbour_snapshot s where s.event_id = (select event_id from quality_report where id = $1)
  union all
  select 'report', r.id, encode(r.sha256, 'hex'), encode(r.prev_sha256, 'hex'), r.discharge_code, encode(${sealOf('r', 'r.prev_sha256')}, 'hex')
  from quality_report r where r.event_id = (select event_id from quality_report where id = $1)`

interface Link {
  kind: 'snapshot' | 'report'
  id: number
  sha256: string
  prev: string | null
  code: string | null
  due: string
}

/**
 * Recomputes the hash chain of the report's intervention and its discharge codes. Runs in the scope of all operators.
 * @returns the broken links; empty if all hold
 */
export async function verifyReport(sql: Tx, id: number, key: Buffer): Promise<string[]> {
  const links = await sql.rows<Link>(linksOf, [id])
  if (!links.some((link) => link.kind === 'report' && link.id === id)) return [`report ${id} is missing`]
  const known = new Set(links.map((link) => link.sha256))
  const followed = new Set<string | null>()
  return links.flatMap((link) => {
    const name = `${link.kind} ${link.id}`
    const forked = followed.has(link.prev)
    followed.add(link.prev)
    return [
      ...(link.sha256 === link.due ? [] : [`${name} was changed`]),
      ...(link.prev === null || known.has(link.prev) ? [] : [`${name} follows nothing that is kept`]),
      ...(forked ? [`${name} follows what another one follows`] : []),
      ...(link.code === null || link.code === codeOf(key, link.sha256)
        ? []
        : [`${name} has a code that is not its own`]),
    ]
  })
}
