/** A figure of the reports equals the rows of the list that the client links to. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { PathOf } from '@hilo/contract/index.ts'
import type { IndicatorKey } from '@hilo/contract/reports/indicators.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { makeAdmin, makeOperator, makeSession, makeTechnician, makeVno } from '../../test/factories.ts'
import type { Account, Vno } from '../../test/factories.ts'
import { makeApiRequest, makeEnrollment } from '../../test/enrollment-factories.ts'
import { makeHairChange } from '../../test/hair-changes.ts'
import { startTestServer } from '../../test/harness.ts'
import { makeOrder } from '../../test/order-factories.ts'
import { makeAssignment, makeCase, makeCto, makeEvent, makePort } from '../../test/plant-factories.ts'

const path = 'admin_vno/reports/indicators/get'
const days = { from: '2026-03-10', to: '2026-03-12' }
const at = new Date('2026-03-11T11:00:00Z')
const period = { gte: '2026-03-09T23:00:00.000Z', lte: '2026-03-12T22:59:59.999Z' }
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)

/** Some rows of each kind that count, and some that nearly do. */
async function makeWork(of: Vno, worker: Account): Promise<void> {
  const { db } = server
  const made = { technician: worker, created_at: at, started_at: at, finished_at: at }
  for (const verdict of ['limpia', 'con_desconectados']) await makeEvent(db, { ...made, process_state: 11, verdict })
  await makeEvent(db, { ...made, process_state: 5, verdict: 'degradada' })
  await makeEvent(db, { ...made, process_state: 4, verdict: 'no_concluyente' })
  await makeEvent(db, { ...made, process_state: 3 })
  for (const cut_s of [30, null])
    await makeCase(db, { owner: of, worker: of, detected_at: at, cut_s, state: cut_s ? 'restaurado' : 'abierto' })
  await makeHairChange(db, { vno: of, created_at: at })
  for (const kind of ['alta', 'averia', 'baja'])
    for (const state of ['recibida', 'completada', 'cancelada'])
      await makeOrder(db, { vno: of, kind, state, deadline_at: at, assigned_technical_id: worker.id })
  const labels = { technical_id: worker.id, verification_state: 'pendiente' }
  for (const label_source of ['manual', 'qr'])
    await makeEnrollment(db, { vno: of, label_source, created_at: at, ...labels })
  for (const http_status of [200, 422, 500]) await makeApiRequest(db, { vno: of, http_status, at })
  for (const state of [4, 6])
    for (const optical_state of ['online', 'los']) {
      const last_change_at = hoursAgo(optical_state === 'los' ? 60 : 80)
      const port = await makePort(db, { state, assignment_status: 3, optical_state, last_change_at })
      await makeAssignment(db, { vno: of, port, state, assignment_status: 3, ont_state: optical_state })
    }
}

const server = closedAfter(await startTestServer())
const { db } = server
const vno = await makeVno(db)
const admin = await makeAdmin(db, { vno })
const technician = await makeTechnician(db, { vno })
await makeWork(vno, technician)
const other = await makeVno(db)
await makeWork(other, await makeTechnician(db, { vno: other }))
await makeCto(db, { state: 2 })
for (const optical_state of ['online', 'unknown']) {
  await makePort(db, { optical_state })
  // An unowned record: only the neutral operator sees it.
  await makePort(db, { state: 6, optical_state, last_change_at: hoursAgo(80) })
}

interface Behind {
  list: PathOf<'list'>
  filter: object
  /** Which number of the figure the list shows. */
  by: 'part' | 'whole'
}
const events = (filter: object, by: Behind['by'] = 'part'): Behind => ({
  list: 'admin_vno/events/get',
  filter: { type: 1, created_at: period, ...filter },
  by,
})
const due = (kind: string[]): Behind => ({
  list: 'admin_vno/orders/get',
  filter: { deadline_at: period, kind, state: ['recibida', 'asignada', 'en_curso', 'completada'] },
  by: 'whole',
})
const ports = (filter: object): Behind => ({ list: 'admin_vno/ports/get', filter, by: 'part' })
const labels = (filter: object): Behind => ({ list: 'admin_vno/enrollments/get', filter, by: 'part' })
const cuts = (neutral: boolean): Behind => ({
  list: 'admin_vno/events/cev/get',
  filter: { detected_at: period, state: ['restaurado'], ...(!neutral && { role: ['trabajador'] }) },
  by: 'whole',
})

const behind = (neutral: boolean): Partial<Record<IndicatorKey, Behind>> => ({
  opened: events({}),
  finalized: events({ process_state: [5, 11] }),
  cancelled: events({ process_state: [3, 12] }),
  failed: events({ process_state: [1, 4, 7, 10] }),
  harmed_rate: events({ verdict: ['con_desconectados'] }),
  degraded_rate: events({ verdict: ['degradada'] }),
  inconclusive_rate: events({ verdict: ['no_concluyente'] }),
  restore_median_s: cuts(neutral),
  restore_p90_s: cuts(neutral),
  install_on_time: due(['alta', 'migracion', 'cambio_domicilio']),
  repair_on_time: due(['averia']),
  hair_per_100: { list: 'admin_vno/hair_changes/get', filter: { created_at: period }, by: 'part' },
  full_boxes: { list: 'admin_vno/ctos/get', filter: { state: [2] }, by: 'part' },
  review_old: ports({ state: [6], review: 'atrasada' }),
  ceased_lit: ports({ state: [4], light: 'con_luz' }),
  free_lit: ports({ state: [1], light: 'con_luz' }),
  manual_labels: labels({ created_at: period, label_source: ['manual'] }),
  to_verify: labels({ verification_state: ['pendiente'] }),
  api_errors: {
    list: 'admin_vno/enrollments/apirequests/get',
    filter: { at: period, http_status: { gte: 400 } },
    by: 'part',
  },
})

async function compare(account: Account, neutral: boolean): Promise<void> {
  const session = await makeSession(server.db, account)
  const { indicators } = (await server.done(path, days, session)).record
  for (const [key, { list, filter, by }] of Object.entries(behind(neutral))) {
    const figure = indicators.find((one) => one.key === key)
    const query = { filter, count: true, limit: 1 }
    const { total } = (await server.done(list, query, session)) as { total: { value: number } }
    assert.equal(total.value, figure?.[by], key)
    assert.ok(total.value > 0, `${key} finds nothing`)
  }
}

it('an operator finds behind each figure the rows that it counts', () => compare(admin, false))

it('the same for the neutral operator, across all operators', async () =>
  await compare(await makeOperator(server.db), true))

it('a technician narrows the labels like their figure', async () => {
  const session = await makeSession(server.db, admin)
  const filter = { created_at: period, label_source: 'manual', technical_id: technician.id }
  const { total } = await server.done('admin_vno/enrollments/get', { filter, count: true }, session)
  assert.equal(total?.value, 1)
})
