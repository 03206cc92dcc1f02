/** Facts of a box still unknown at the last control, and the recipients of their notices. */
import { spokenList } from '@hilo/domain/neighbour-look.ts'
import type { Doubt } from '@hilo/domain/proof/darkness.ts'
import type { Tx } from '../../kernel/sql/scope.ts'
import { notifyOwner } from '../cases/findings.ts'
import type { EventRow } from '../event-row.ts'
import type { DiffRow } from '../judging/compare.ts'
import { businessNow } from '../../kernel/sql/business-time.ts'
import type { Facts } from '../judging/facts.ts'
import { writeNotice } from '../notices/notify.ts'

const lastOf = `select case when coalesce(setting_of($1, 'controls') @> '"control_24h"', true) then 'control_24h'
  else 'control_15min' end`

/** True for the last control, or for the closing if the operator has switched controls off. */
export const isLastLook = async (sql: Tx, event: EventRow, phase: string): Promise<boolean> =>
  (await sql.json(lastOf, [event.vno_id])) === phase

/** Doubts still open at the last control: the OLT does not answer for the customer, or gives no cause. */
const unsettled: readonly (Doubt | null)[] = ['unread', 'silent']

/** Several works of one box end at about the same time: one notice per port and day, in ms. */
const unreadMs = 24 * 3_600_000

const powersToldOf = `select from notification where kind = 'power_unchecked' and event_id = $1`

/** Neighbours without a power reading since the work that had one before. */
export const powerUnchecked = (diff: readonly DiffRow[], { watched }: Facts): DiffRow[] =>
  diff.filter((one) => {
    const row = watched.find(({ port }) => port === one.port)
    return one.power_unchecked && (row?.baseline_p50 ?? row?.last_rx ?? row?.before_rx ?? null) !== null
  })

/** Notices after the last control: unread customers to their operators, missing powers in one line to the neutral operator. */
export async function tellUnknown(sql: Tx, event: EventRow, diff: readonly DiffRow[], facts: Facts): Promise<void> {
  const from = new Date((await businessNow(sql)).getTime() - unreadMs)
  for (const one of diff.filter(({ doubt }) => unsettled.includes(doubt)))
    await notifyOwner(sql, event, 'neighbour_unread', one, [{ from, to: null }])
  const ports = powerUnchecked(diff, facts).map(({ port }) => port)
  if (ports.length === 0 || (await sql.rows(powersToldOf, [event.id])).length > 0) return
  const cto_code = await sql.json('select code from cto where id = $1', [event.cto_id])
  const payload = { cto_code, ports: spokenList(ports), event_code: event.code }
  const about = { vnoId: null, technicalId: null, eventId: event.id, caseId: null }
  await writeNotice(sql, { ...about, kind: 'power_unchecked', payload })
}
