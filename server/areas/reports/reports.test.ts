/** Figures of the home page: scope, counting rules, and pending work. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Output } from '@hilo/contract/index.ts'
import { indicatorKeys } from '@hilo/contract/reports/indicators.ts'
import { columnOf } from '../../test/answers.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { makeAdmin, makeOperator, makeSession, makeTechnician, makeVno, insert } from '../../test/factories.ts'
import type { Account } from '../../test/factories.ts'
import { startTestServer } from '../../test/harness.ts'
import { makeOrder } from '../../test/order-factories.ts'
import { makeAssignment, makeCto, makeEvent, makePort } from '../../test/plant-factories.ts'
import { dayReport } from '../../process/reports/day-report.ts'

const path = 'admin_vno/reports/get'
type Report = Output<typeof path>['record']

/** How far business time is ahead, ms. */
let aheadMs = 0
const minutesAgo = (minutes: number) => new Date(Date.now() + aheadMs - minutes * 60_000)
const daysAgo = (days: number) => minutesAgo(days * 1440)

describe('the figures of the home page', async () => {
  /** Moves business time. */
  const moveTo = async (to: Date) => {
    const seconds = Math.ceil((to.getTime() - Date.now()) / 1000)
    await server.db.owner.query('update demo_clock set offset_s = $1', [seconds])
    aheadMs = seconds * 1000
  }
  /** About noon in Madrid: an hour ago is the same day, week and month. */
  const nextNoon = () => new Date(new Date(Date.now() + 13 * 3_600_000).setUTCHours(11, 0, 0, 0))
  const server = closedAfter(await startTestServer())
  await moveTo(nextNoon())
  const vno = await makeVno(server.db)
  const admin = await makeAdmin(server.db, { vno })
  const technician = await makeTechnician(server.db, { vno })

  const ask = async (account: Account, query: object = {}) => {
    const session = await makeSession(server.db, account)
    return server.call(path, { report: 'day', period: 'month', ...query }, { session })
  }
  const report = async (account: Account, query: object = {}) => {
    const asked = { report: 'day', period: 'month', ...query }
    return (await server.done(path, asked, await makeSession(server.db, account))).record
  }
  const neighbourCase = async (event: { id: number; code: string }, over: object) => {
    const { cto_id, id: port_id } = await makePort(server.db)
    const of = { event_id: event.id, event_code: event.code, cto_id, port_id, class: 'desconectado' }
    return await insert(server.db, 'neighbour_case', { ...of, ...over })
  }
  const figure = (of: Report, key: string) => of.figures.find((one) => one.key === key)
  const closed = (over: object = {}) => ({
    process_state: 11,
    verdict: 'limpia',
    created_at: minutesAgo(60),
    started_at: minutesAgo(50),
    finished_at: minutesAgo(10),
    ...over,
  })

  it('401 without a session, 422 for an invalid period and for another operator', async () => {
    assert.equal((await server.call(path, { report: 'day', period: 'day' })).status, 401)
    for (const query of [{ period: 'year' }, { report: 'all' }, { vno_id: admin.vno_id }, { nonsense: 1 }])
      assert.equal((await ask(admin, query)).status, 422, JSON.stringify(query))
    assert.equal((await ask(admin, {})).status, 200, 'today, where nothing is said')
  })

  it('includes every indicator of its period, for sessions that may see them, unless left out', async () => {
    const vno = await makeVno(server.db)
    await makeEvent(server.db, { vno, ...closed() })
    const { indicators } = await report(await makeAdmin(server.db, { vno }), { period: 'day' })
    assert.ok(indicators)
    assert.deepEqual(columnOf(indicators.indicators, 'key'), indicatorKeys)
    const session = await makeSession(server.db, await makeAdmin(server.db, { vno }))
    const { from, to } = indicators
    const alone = await server.done('admin_vno/reports/indicators/get', { from, to }, session)
    assert.deepEqual(alone.record, indicators)
    assert.equal((await report(await makeAdmin(server.db, { vno }), { indicators: false })).indicators, null)
    const some = { event: { privs: { event_view: true } } }
    assert.equal((await report(await makeAdmin(server.db, { vno, privileges: some }))).indicators, null)
  })

  it('counts what it says', async () => {
    const vno = await makeVno(server.db)
    const who = await makeAdmin(server.db, { vno })
    await makeEvent(server.db, { vno, ...closed() })
    const override = { by: null, reason: '', at: '' }
    await makeEvent(server.db, { vno, ...closed({ verdict: 'con_desconectados', override }) })
    const again = await makeEvent(server.db, { vno, ...closed({ finished_at: minutesAgo(30) }) })
    await makeEvent(server.db, { vno, type: 2, parent_id: again.id, process_state: 4, created_at: minutesAgo(40) })
    await makeEvent(server.db, { vno, ...closed({ verdict: 'no_concluyente', process_state: 12 }) })
    await makeEvent(server.db, { vno, created_at: minutesAgo(5) })
    await makeEvent(server.db, { vno, ...closed({ created_at: daysAgo(80) }) })
    const found = await report(who)
    // First time right is one of three: the second was overridden, the third was refused once.
    const keys = ['opened', 'open_now', 'first_time_right', 'harmed_rate', 'median_minutes']
    const values = keys.map((key) => figure(found, key)?.value)
    assert.deepEqual(values, [5, 1, 33.3, 33.3, 40])
    assert.equal(found.by_day.length, 14)
    const sum = (key: 'finalized' | 'warned' | 'cancelled' | 'doing') =>
      found.by_day.reduce((total, day) => total + day[key], 0)
    assert.deepEqual([sum('finalized'), sum('warned'), sum('cancelled'), sum('doing')], [2, 1, 1, 1])
    const sums = found.by_day.map((day) => day.finalized + day.warned + day.cancelled + day.failed + day.doing)
    assert.deepEqual(figure(found, 'opened')?.series.map(Number), sums)
  })

  it('compares with the period before, up to the same moment', async () => {
    const vno = await makeVno(server.db)
    const who = await makeAdmin(server.db, { vno })
    // Clocks change in the last week of a month only.
    const now = new Date()
    await moveTo(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 16, 11)))
    await makeEvent(server.db, { vno, created_at: new Date(daysAgo(7).getTime() - 1000) })
    await makeEvent(server.db, { vno, created_at: new Date(daysAgo(7).getTime() + 3_600_000) })
    const found = await report(who, { period: 'week' })
    await moveTo(nextNoon())
    // Each is rounded to the millisecond separately.
    assert.ok(Math.abs(Date.parse(found.to) - Date.parse(found.previous_to) - 7 * 86_400_000) <= 1)
    assert.equal(figure(found, 'opened')?.previous, 1)
  })

  it('pending work: alarms first, each intervention once, a request instead of its failure', async () => {
    const vno = await makeVno(server.db)
    const who = await makeAdmin(server.db, { vno })
    const down = { class: null, down_at: minutesAgo(1).toISOString(), up_at: null }
    const alarm = (port: number, own: boolean) => ({ ...down, port, own, gasp: own })
    const alarms = JSON.stringify([alarm(7, false), alarm(3, true)])
    const dark = await makeEvent(server.db, { vno, alarms })
    const override_request = { by: null, reason: 'No llego al pelo', at: '' }
    const asked = await makeEvent(server.db, { vno, process_state: 4, override_request })
    const failed = await makeEvent(server.db, { vno, process_state: 7 })
    const running = { detected_at: minutesAgo(1), restore_deadline_at: minutesAgo(-239), state: 'abierto' }
    await neighbourCase(dark, {
      port: 7,
      owner_vno_id: (await makeVno(server.db)).id,
      worker_vno_id: vno.id,
      ...running,
    })
    await makeAssignment(server.db, { vno, state: 4, ont_state: 'online' })
    const { to_do, to_do_total } = await report(who)
    assert.deepEqual(
      to_do.map(({ kind, event, ports }) => [kind, event?.id, ports]),
      [
        ['alarm', dark.id, [7]],
        ['failed', failed.id, []],
        ['override_request', asked.id, []],
        ['ceased_lit', undefined, []],
      ],
    )
    assert.deepEqual(to_do_total, { urgent: 2, more: 2 })
  })

  it('a victim learns of its customer and not of the work', async () => {
    const [victim, worker] = [await makeVno(server.db), await makeVno(server.db)]
    const event = await makeEvent(server.db, { vno: worker })
    const late = { detected_at: minutesAgo(300), restore_deadline_at: minutesAgo(60), state: 'escalado' }
    const id = await neighbourCase(event, { port: 4, owner_vno_id: victim.id, worker_vno_id: worker.id, ...late })
    const found = await report(await makeAdmin(server.db, { vno: victim }))
    const [only] = found.to_do
    assert.equal(found.to_do.length, 1)
    assert.deepEqual([only?.kind, only?.case_id, only?.victim, only?.ports], ['case', id, true, [4]])
    assert.equal(only?.event, null)
    assert.equal(JSON.stringify(found).includes(event.code), false)
  })

  it('parts that the role may not open are left out', async () => {
    const privileges = { dashboardReports: { privs: { dashboardReports_view: true } } }
    const who = await makeAdmin(server.db, { privileges })
    await makeEvent(server.db, { vno: { id: who.vno_id ?? 0 }, process_state: 7 })
    assert.deepEqual((await report(who)).to_do, [])
  })

  it('figures need their privilege, the report any part of the day', async () => {
    const { vno_id } = admin
    const vno = { id: vno_id ?? 0, name: '', external_id: '' }
    const nobody = await makeAdmin(server.db, { vno, privileges: {} })
    assert.equal((await ask(nobody)).status, 403)
    const works = await makeAdmin(server.db, { vno, privileges: { event: { privs: { event_view: true } } } })
    const seen = await report(works)
    assert.deepEqual([seen.figures, seen.by_day, seen.by_contractor, seen.indicators], [[], [], [], null])
  })

  it('a technician gets own figures, an operator its own, the neutral operator those of the named one', async () => {
    await makeEvent(server.db, { technician, ...closed() })
    await makeEvent(server.db, { vno: { id: admin.vno_id ?? 0 }, ...closed() })
    const other = await makeTechnician(server.db)
    await makeEvent(server.db, { technician: other, ...closed() })
    const opened = async (account: Account, query: object = {}) =>
      figure(await report(account, query), 'opened')?.value ?? 0
    assert.equal(await opened(technician), 1)
    assert.equal(await opened(admin), 2)
    const neutral = await makeOperator(server.db)
    assert.equal(await opened(neutral, { vno_id: admin.vno_id }), 2)
    assert.ok((await opened(neutral)) >= 3)
  })

  it('filters its own rows even without a row-level policy', async () => {
    const may = { events: true, neighbours: true, orders: true, ports: true }
    const vno = await makeVno(server.db)
    await makeAdmin(server.db, { vno })
    for (const technical of [null, 1]) {
      const text = dayReport({ vno: vno.id, technical }, may)
      const { rows } = await server.db.owner.query<{ json_build_object: string }>(text, ['month', vno.id, technical])
      const { record } = JSON.parse(Object.values(rows[0] ?? {})[0] ?? '') as { record: Report }
      assert.deepEqual(record.to_do, [])
      assert.equal(figure(record, 'opened')?.value, 0)
      assert.equal(figure(record, 'to_verify')?.value, 0)
    }
  })

  it('a box that is full while people wait is named once', async () => {
    const vno = await makeVno(server.db)
    const cto = await makeCto(server.db, { state: 2 })
    for (const number of [1, 2]) {
      const port = await makePort(server.db, { cto, number, state: 2, assignment_status: 2 })
      const code = `AC-${vno.external_id}-${number}`
      const of = { code, vno_id: vno.id, cto_id: cto.id, port_id: port.id, state: 'reservado' }
      await makeOrder(server.db, {
        vno,
        access_id: await insert(server.db, 'access', of),
        appointment_from: daysAgo(-1),
      })
    }
    const { to_do } = await report(await makeAdmin(server.db, { vno }))
    assert.deepEqual(
      to_do.map(({ kind, cto: box, count }) => [kind, box?.id, count]),
      [['full_box', cto.id, 2]],
    )
  })
})
