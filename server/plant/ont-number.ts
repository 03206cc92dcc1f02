/** ONT ids of a PON with their serials, as last read: alarms of some OLTs carry the ONT id and no serial. */
import type { Tx } from '../kernel/sql/scope.ts'

/** An ONT's identification on its OLT. */
export interface NumberedOnt {
  ontId: number | null
  serial: string | null
}

// Ids are reused after an ONT was deleted: the latest reading counts. Most readings change nothing.
const upsert = `
  insert into ont_number (pon_id, ont_id, serial, read_at)
  select distinct on (s."ontId") $1::int, s."ontId", s.serial, app_now()
    from json_to_recordset($2::json) as s("ontId" int, serial text)
   where s."ontId" is not null and s.serial is not null
     and not exists (select from ont_number n where n.pon_id = $1 and n.ont_id = s."ontId" and n.serial = s.serial)
   order by s."ontId"
  on conflict (pon_id, ont_id) do update set serial = excluded.serial, read_at = excluded.read_at`
// An ONT that has another id by now does not match its old id.
const selectSerials = `
  select n.pon_id, n.ont_id, n.serial
    from ont_number n join json_to_recordset($1::json) as a("ponId" int, "ontId" int) on n.pon_id = a."ponId" and n.ont_id = a."ontId"
   where not exists (
     select from ont_number l where l.pon_id = n.pon_id and l.serial = n.serial and l.read_at > n.read_at)`

const key = (ponId: number, ontId: number) => `${ponId} ${ontId}`

/** Stores the ONT ids of a PON. Runs in the scope of all operators. */
export async function keepNumbers(sql: Tx, ponId: number, onts: readonly NumberedOnt[]): Promise<void> {
  const known = onts.filter(({ ontId, serial }) => ontId !== null && serial !== null)
  if (known.length > 0)
    await sql.rows(upsert, [ponId, JSON.stringify(known.map(({ ontId, serial }) => ({ ontId, serial })))])
}

interface Told extends NumberedOnt {
  ponId: number | null
}

/**
 * Fills in the serial of alarms with an ONT id only. Runs in the scope of all operators.
 * @returns `unknown`: PONs with an ONT id of unknown serial
 */
export async function withSerials<T extends Told>(
  sql: Tx,
  told: readonly T[],
): Promise<{ told: T[]; unknown: number[] }> {
  const bare = told.filter(({ serial, ontId, ponId }) => serial === null && ontId !== null && ponId !== null)
  if (bare.length === 0) return { told: [...told], unknown: [] }
  const asked = JSON.stringify(bare.map(({ ponId, ontId }) => ({ ponId, ontId })))
  const rows = await sql.rows<{ pon_id: number; ont_id: number; serial: string }>(selectSerials, [asked])
  const serials = new Map(rows.map((row) => [key(row.pon_id, row.ont_id), row.serial]))
  const serialOf = ({ ponId, ontId }: Told) =>
    ponId === null || ontId === null ? null : (serials.get(key(ponId, ontId)) ?? null)
  const unknown = bare.filter((one) => serialOf(one) === null).flatMap(({ ponId }) => ponId ?? [])
  return {
    told: told.map((one) => (one.serial === null ? { ...one, serial: serialOf(one) } : one)),
    unknown: [...new Set(unknown)],
  }
}
