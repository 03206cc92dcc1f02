/** Verifies the seals in order, each with its rows, within the time limit of one call. */
import type { Input, Output } from '@hilo/contract/index.ts'
import type { Sql } from '../../../kernel/sql/scope.ts'

type Verified = Output<'admin_vno/audit/verify'>['record']
type Fault = Required<Verified>['first_bad']

/** Time limit, ms: below the request's timeout; each statement has its own as well. */
const mostMs = 15_000
/** Seals per statement: a fraction of a second. */
const seals = 200
const rows = 20_000

// Compares each seal with its predecessor, and the last one with the head, which is stored apart.
const check = `
  with part as (
    select x.s, sum((x.s).rows) over (order by (x.s).id) - (x.s).rows as before_it
      from (select s from audit_seal s where id > $1::bigint and at <= coalesce($2::timestamptz, 'infinity')
        order by id limit $3::int) x),
  checked as (
    select (s).id, (s).rows, (s).at, seal_fault(s, coalesce(lag(s) over (order by (s).id),
      (select p from audit_seal p where p.id = $1::bigint))) as why
      from part where before_it < $4::int)
  select json_build_object('seals', count(*), 'rows', coalesce(sum(rows), 0), 'last', max(id),
    'bad', (select json_build_object('seal_id', id, 'at', wire_time(at), 'why', why) from checked where why is not null
      order by id limit 1))::text from checked`
const firstOf = `select coalesce(max(id), 0)::text from audit_seal where at < $1::timestamptz`
const ends = `
  select json_build_object(
    'head', json_build_object('seal_id', h.seal_id, 'hash', encode(h.hash, 'hex')),
    'last', (select max(id) from audit_seal),
    'holds', coalesce((select s.hash = h.hash and s.to_xid = h.to_xid from audit_seal s where s.id = h.seal_id),
      h.seal_id = 0 and h.to_xid = 0 and h.hash = sha256('hilo')),
    'known', $1::bigint is null or coalesce((select encode(hash, 'hex') = $2 from audit_seal where id = $1), false))::text
  from (select 1) one left join audit_head h on true`

interface Ends {
  head: { seal_id: number | null; hash: string | null }
  last: number | null
  holds: boolean
  known: boolean
}
interface Part {
  seals: number
  rows: number
  last: number | null
  bad: Fault | null
}

async function endsOf(sql: Sql, asked: Input<'admin_vno/audit/verify'>): Promise<Ends> {
  const known = asked.head?.seal_id === 0 ? undefined : asked.head
  return JSON.parse((await sql.json(ends, [known?.seal_id ?? null, known?.hash ?? null])) ?? '{}') as Ends
}

/** A chain truncated at its end, or forged as a whole, is detected by the end given by the caller. */
function endFault({ head, last, holds, known }: Ends, asked: Input<'admin_vno/audit/verify'>): Fault | null {
  if (holds && (last ?? 0) === head.seal_id && known) return null
  return { seal_id: (known ? head.seal_id : asked.head?.seal_id) ?? 0, at: null, why: 'head_changed' }
}

export async function verify(sql: Sql, asked: Input<'admin_vno/audit/verify'>): Promise<Verified> {
  const started = performance.now()
  // Read before the seals, because more may be added meanwhile.
  const found = await endsOf(sql, asked)
  const head = { seal_id: found.head.seal_id ?? 0, hash: found.head.hash ?? '0'.repeat(64) }
  const total: Verified = { ok: true, rows: 0, seals: 0, head, next: null }
  let at = asked.after ?? (asked.from === undefined ? 0 : Number(await sql.json(firstOf, [asked.from])))
  for (;;) {
    const part = JSON.parse((await sql.json(check, [at, asked.to ?? null, seals, rows])) ?? '{}') as Part
    total.seals += part.seals
    total.rows += part.rows
    if (part.bad) return { ...total, ok: false, first_bad: part.bad }
    if (part.last === null) break
    at = part.last
    if (performance.now() - started > mostMs) return { ...total, next: at }
  }
  const bad = endFault(found, asked)
  return bad ? { ...total, ok: false, first_bad: bad } : total
}
