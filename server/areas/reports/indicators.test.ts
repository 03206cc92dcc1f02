/** Indicators of a period: counting rules, scope, days, and file. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Output, Path } from '@hilo/contract/index.ts'
import { indicatorKeys, type IndicatorKey } from '@hilo/contract/reports/indicators.ts'
import { columnOf, columnsOf } from '../../test/answers.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { makeAdmin, makeOperator, makeSession, makeTechnician, makeVno } from '../../test/factories.ts'
import type { Account } from '../../test/factories.ts'
import { makeContractor } from '../../test/rights-factories.ts'
import { startTestServer } from '../../test/harness.ts'
import { makeAssignment, makeCase, makeCto, makeEvent } from '../../test/plant-factories.ts'

const path = 'admin_vno/reports/indicators/get'
type Report = Output<typeof path>['record']

/** Noon in Madrid. */
const noon = (day: string) => new Date(`${day}T11:00:00Z`)
const days = { from: '2026-03-10', to: '2026-03-12' }

describe('the figures of a period', async () => {
  const server = closedAfter(await startTestServer())

  const ask = async (account: Account, query: object = {}, call: Path = path) =>
    server.call(call, { ...days, ...query }, { session: await makeSession(server.db, account) })
  const report = async (account: Account, query: object = {}): Promise<Report> =>
    (await server.done(path, { ...days, ...query }, await makeSession(server.db, account))).record
  const figure = (of: Report, key: IndicatorKey) => {
    const found = of.indicators.find((one) => one.key === key)
    assert.ok(found, key)
    return [found.value, found.part, found.whole, found.previous]
  }
  const done = (day: string, over: object = {}) => ({
    process_state: 11,
    verdict: 'limpia',
    created_at: noon(day),
    started_at: noon(day),
    finished_at: new Date(noon(day).getTime() + 40 * 60_000),
    ...over,
  })

  it('every indicator is present, also without any events', async () => {
    const found = await report(await makeAdmin(server.db))
    assert.deepEqual(columnOf(found.indicators, 'key'), indicatorKeys)
    assert.deepEqual(figure(found, 'opened'), [0, 0, null, 0])
    assert.deepEqual(figure(found, 'harmed_rate'), [null, 0, 0, null])
    assert.deepEqual([found.previous_from, found.previous_to, found.every], ['2026-03-07', '2026-03-09', 'day'])
    assert.deepEqual(columnOf(found.spans, 'from'), ['2026-03-10', '2026-03-11', '2026-03-12'])
    assert.deepEqual([found.contractors, found.steps], [[], []])
  })

  it('both days count, in Madrid; the period before is as long', async () => {
    const vno = await makeVno(server.db)
    const who = await makeAdmin(server.db, { vno })
    for (const at of ['03-09T22:59', '03-09T23:00', '03-12T22:59', '03-12T23:00', '03-06T22:59'])
      await makeEvent(server.db, { vno, created_at: new Date(`2026-${at}:00Z`) })
    const found = await report(who)
    assert.deepEqual(figure(found, 'opened'), [2, 2, null, 1])
    assert.deepEqual(columnOf(found.spans, 'doing'), [1, 0, 1])
  })

  it('shares have numerator and denominator; a refused one is not right the first time', async () => {
    const vno = await makeVno(server.db)
    const who = await makeAdmin(server.db, { vno })
    const again = await makeEvent(server.db, { vno, ...done('2026-03-10') })
    await makeEvent(server.db, { vno, type: 2, parent_id: again.id, process_state: 4, created_at: noon('2026-03-10') })
    await makeEvent(server.db, { vno, ...done('2026-03-11', { verdict: 'con_desconectados' }) })
    await makeEvent(server.db, { vno, ...done('2026-03-11', { verdict: 'no_concluyente', process_state: 12 }) })
    await makeEvent(server.db, { vno, process_state: 4, created_at: noon('2026-03-12') })
    const found = await report(who)
    const shares = (key: IndicatorKey) => figure(found, key).slice(0, 3)
    assert.deepEqual(shares('first_time_right'), [33.3, 1, 3])
    assert.deepEqual(shares('harmed_rate'), [50, 1, 2])
    assert.deepEqual(shares('inconclusive_rate'), [33.3, 1, 3])
    assert.deepEqual(shares('median_minutes'), [40, null, 2])
    const spans = columnsOf(found.spans, 'finalized', 'warned', 'cancelled', 'failed')
    assert.deepEqual(spans, [[1, 0, 0, 0], [0, 1, 1, 0], [0, 0, 0, 1]]) // prettier-ignore
  })

  it('narrowed by technician, contractor and municipality', async () => {
    const vno = await makeVno(server.db)
    const who = await makeAdmin(server.db, { vno })
    const technician = await makeTechnician(server.db, { vno })
    const cto = await makeCto(server.db, { ine_code: '48020' })
    const contractor_id = await makeContractor(server.db, vno)
    await makeEvent(server.db, { technician, ...done('2026-03-10') })
    await makeEvent(server.db, { vno, cto, ...done('2026-03-10', { contractor_id }) })
    const opened = async (query: object, as = who) => figure(await report(as, query), 'opened')[0]
    assert.equal(await opened({}), 2)
    assert.equal(await opened({ technical_id: technician.id }), 1)
    assert.equal(await opened({ contractor_id }), 1)
    assert.equal(await opened({ ine_code: '48020' }), 1)
    assert.equal(await opened({ ine_code: '48020', technical_id: technician.id }), 0)
    assert.equal((await report(who)).contractors[0]?.opened, 1)
  })

  it('S3 an operator gets its own figures, whatever it asks for; the neutral one those of the named operator', async () => {
    const [vno, other] = [await makeVno(server.db), await makeVno(server.db)]
    await makeEvent(server.db, { vno, ...done('2026-03-10') })
    await makeCase(server.db, { owner: vno, worker: other, detected_at: noon('2026-03-10'), cut_s: 30 })
    await makeAssignment(server.db, { vno, state: 4, ont_state: 'online' })
    const stranger = await makeAdmin(server.db, { vno: other })
    const found = await report(stranger, { technical_id: 1, contractor_id: 1 })
    assert.equal(figure(found, 'opened')[0], 0)
    assert.equal(figure(await report(stranger), 'ceased_lit')[0], 0)
    assert.equal(figure(await report(await makeAdmin(server.db, { vno })), 'ceased_lit')[0], 1)
    // Cases on the neighbour's side count for the worker's operator.
    assert.equal(figure(await report(await makeAdmin(server.db, { vno })), 'restore_median_s')[2], 0)
    assert.equal((await ask(stranger, { vno_id: vno.id })).status, 422)
    const neutral = await makeOperator(server.db)
    assert.equal(figure(await report(neutral, { vno_id: vno.id }), 'opened')[0], 1)
    assert.ok(Number(figure(await report(neutral), 'opened')[0]) >= 1)
  })

  it('an invalid or too long period is refused; it has its own privilege', async () => {
    const who = await makeAdmin(server.db)
    const froms = ['2026-02-30', '2020-01-01', 'ayer'].map((from) => ({ from }))
    for (const query of [...froms, { to: '2026-03-09' }, { ine_code: '1' }])
      assert.equal((await ask(who, query)).status, 422, JSON.stringify(query))
    assert.equal((await ask(await makeAdmin(server.db, { privileges: {} }))).status, 403)
  })

  it('long periods come in weeks and months', async () => {
    const who = await makeAdmin(server.db)
    const weeks = await report(who, { from: '2026-01-14', to: '2026-03-12' })
    assert.deepEqual([weeks.every, weeks.spans[0]?.from, weeks.spans[0]?.to], ['week', '2026-01-14', '2026-01-18'])
    assert.equal(weeks.spans.at(-1)?.to, '2026-03-12')
    assert.equal((await report(who, { from: '2025-04-02' })).every, 'month')
  })

  it('as a file of each kind', async () => {
    const who = await makeAdmin(server.db)
    for (const [format, head] of [
      ['csv', '\uFEFF"Cifras"'],
      ['xlsx', 'PK'],
      ['pdf', '%PDF-'],
    ] as const) {
      const answer = await ask(who, { format }, 'admin_vno/reports/indicators/download')
      assert.equal(answer.status, 200, answer.text)
      assert.ok(answer.bytes.toString(format === 'csv' ? 'utf8' : 'latin1').startsWith(head), format)
      assert.match(String(answer.headers['content-disposition']), /indicadores-2026-03-10-2026-03-12/)
    }
  })
})
