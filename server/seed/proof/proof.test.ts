import assert from 'node:assert/strict'
import { test } from 'node:test'
import { event as eventRecord } from '@hilo/contract/events/events.ts'
import { harmedCount, verdictOf } from '@hilo/domain/proof/judgement.ts'
import { checkLevels } from '@hilo/domain/step-checks.ts'
import type { NeighbourClass, Verdict } from '@hilo/domain/status.ts'
import * as z from 'zod/mini'
import { inProcess } from '../../kernel/sql/in-process.ts'
import { silentLog } from '../../log.ts'
import { reportKey, verifyReport } from '../../process/reports/quality-report.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { startTestDatabase } from '../../test/database.ts'
import { boxTruth } from '../../test/plant-truth.ts'
import { makeEvents } from '../events.ts'
import { seed } from '../index.ts'
import { roleOf } from '../survey.ts'
import { makeWorld, plans } from '../world.ts'
import { errorModel, incidentClass } from './incident.ts'

const db = closedAfter(await startTestDatabase())
await seed(db, { size: 'small', log: silentLog })

async function rows<T extends object>(sql: string): Promise<T[]> {
  return (await db.owner.query<T>(sql)).rows
}
async function none(rule: string, sql: string): Promise<void> {
  assert.deepEqual(await rows(`${sql} limit 3`), [], rule)
}

test('every chain of hashes holds, with its discharge codes', async () => {
  const key = await reportKey(db.owner)
  const reports = await rows<{ id: number }>('select id from quality_report')
  assert.ok(reports.length > 100, `${reports.length} reports`)
  await inProcess(db, async (sql) => {
    for (const { id } of reports) assert.deepEqual(await verifyReport(sql, id, key), [])
  })
  await none('loose reading', `select s.id from neighbour_snapshot s join event e on e.id = s.event_id
    where s.prev_sha256 is null and s.id <> e.before_snapshot_id`) // prettier-ignore
  await none('codes', `select id from quality_report where (discharge_code is not null)
    <> (verdict in ('limpia', 'con_microcortes') and override is null)
    and event_id not in (select id from event where process_state = 1)`) // prettier-ignore
})

type Judged = { code: string; verdict: Verdict; shown: Verdict; harmed: number; classes: NeighbourClass[] }

test('a verdict is that of its neighbours, in the report and in the intervention', async () => {
  const judged = await rows<Judged>(`select e.code, r.verdict, e.verdict as shown, e.harmed_count as harmed,
    array(select d->>'class' from jsonb_array_elements(r.diff) d) as classes from quality_report r join event e on e.id = r.event_id`)
  for (const { code, verdict, shown, harmed, classes } of judged) {
    assert.equal(verdict, verdictOf(classes), code)
    assert.equal(shown, verdict, code)
    assert.equal(harmed, harmedCount(classes), code)
  }
  await none('closed over harm without a decision', `select code from event where type = 1 and harmed_count > 0
    and process_state not in (4, 10) and override is null`) // prettier-ignore
  await none('without readings', `select code from event where type = 1 and cev_version = 2 and before_snapshot_id is null
    and process_state not in (2, 7, 9)`) // prettier-ignore
  await none('legacy with readings', `select code from event where cev_version = 1
    and (before_snapshot_id is not null or alarms is not null or neighbour_items is not null)`) // prettier-ignore
  await none('closed without report', `select code from event e where type = 1 and cev_version = 2 and process_state in (3, 5, 11, 12)
    and not exists (select from quality_report r where r.event_id = e.id)`) // prettier-ignore
})

test('the evidence of an intervention has the declared form, with the product’s checks', async () => {
  const { alarms } = eventRecord.shape.neighbours.shape
  const { override, steps } = eventRecord.shape
  const found = await rows<Record<'alarms' | 'override' | 'steps', unknown>>(
    'select alarms, override, steps from event',
  )
  for (const one of found) {
    const checked = [
      z.safeParse(alarms, one.alarms),
      z.safeParse(override, one.override),
      z.safeParse(steps, one.steps),
    ]
    for (const { error } of checked) assert.equal(error && z.prettifyError(error), undefined)
  }
  const codes = await rows<{ code: string; level: string }>(`select distinct c->>'code' as code, c->>'level' as level
    from event, json_array_elements(steps) s, json_array_elements(s->'checks') c`)
  const known: Readonly<Record<string, readonly string[]>> = checkLevels
  assert.ok(codes.length > 15)
  for (const { code, level } of codes) assert.ok(known[code]?.includes(level), `${code} ${level}`)
})

test('every case has its intervention, its port and its report, and both operators of the demonstration have some open', async () => {
  await none('port', `select c.id from neighbour_case c left join event_neighbour n on n.event_id = c.event_id and n.port_id = c.port_id
    where n.port_id is null or n.vno_id <> c.owner_vno_id or n.access_id is distinct from c.access_id`) // prettier-ignore
  await none('intervention', `select c.id from neighbour_case c join event e on e.id = c.event_id
    where e.code <> c.event_code or e.vno_id <> c.worker_vno_id or e.cev_version <> 2 or e.cto_id <> c.cto_id
      or c.detected_at < e.started_at or (e.finished_at is not null
      and not exists (select from quality_report r where r.event_id = e.id))`) // prettier-ignore
  await none('times', `select id from neighbour_case where restored_at < detected_at or created_at < detected_at or restored_at > now()
    or (state = 'restaurado') <> (restored_at is not null) or (state = 'aceptado') <> (ack is not null)`) // prettier-ignore
  await none('told', `select c.id from neighbour_case c, jsonb_array_elements(notified) t where (t->>'at')::timestamptz < c.detected_at
    or (t->>'at')::timestamptz > coalesce(c.restored_at, now()) + interval '10 minutes'`) // prettier-ignore
  const [open] = await rows(`select bool_or(owner_vno_id = 1) as victim1, bool_or(worker_vno_id = 1) as worker1,
    bool_or(owner_vno_id = 2) as victim2, bool_or(worker_vno_id = 2) as worker2 from neighbour_case where state = 'abierto'`)
  assert.deepEqual(open, { victim1: true, worker1: true, victim2: true, worker2: true })
  const states = await rows<{ state: string }>('select distinct state from neighbour_case order by 1')
  assert.deepEqual(states.map(({ state }) => state), ['abierto', 'aceptado', 'escalado', 'restaurado']) // prettier-ignore
})

test('the plant sees the boxes of open interventions as the seed left them', async () => {
  const boxes = await rows<{ cto_id: number }>(
    `select distinct e.cto_id from event e where type = 1 and process_state in (4, 6, 8, 10)`,
  )
  assert.ok(boxes.length > 20)
  for (const { cto_id } of boxes) {
    const readings = await boxTruth(db, cto_id)
    const watched = await rows<{ port: number; state: string; serial: string | null; dark: boolean; event_id: number }>(
      `select n.event_id, n.port, n.state, n.serial, n.down_at is not null and not n.down_excused as dark from event_neighbour n
        join event e on e.id = n.event_id where e.cto_id = ${cto_id} and e.process_state in (4, 6, 8, 10)`,
    )
    for (const { port, state, serial, dark, event_id } of watched) {
      const seen = readings.find((one) => one.port === port)
      assert.equal(seen?.state, dark ? 'los' : state, `event ${event_id}, port ${port}`)
      assert.equal(seen?.serial, serial, `event ${event_id}, port ${port}`)
    }
  }
})

test('the plant tells a darkness from the moment that its case and its intervention tell', async () => {
  const open = await rows<{ code: string; cto_id: number; port: number; fell: Date }>(
    `select distinct on (port_id) event_code as code, cto_id, port, detected_at as fell from neighbour_case
      where class = 'desconectado' and state in ('abierto', 'escalado') order by port_id, detected_at desc`,
  )
  assert.ok(open.length > 5, `${open.length} cases`)
  for (const { code, cto_id, port, fell } of open) {
    const seen = (await boxTruth(db, cto_id)).find((one) => one.port === port)
    assert.equal(seen?.lastDownAt?.toISOString(), fell.toISOString(), `${code}, port ${port}`)
  }
  await none('board', `select e.code from neighbour_case c join event e on e.id = c.event_id
    join event_neighbour n on n.event_id = c.event_id and n.port_id = c.port_id
    where e.process_state in (4, 6, 8, 10) and c.restored_at is null and n.down_at <> c.detected_at`) // prettier-ignore
})

test('an order has the address of its access', async () => {
  await none('addresses', `select o.code, o.address, x.home from service_order o join access x on x.id = o.access_id
    where o.address is not null and x.home ->> 'address' not like
      concat_ws(', ', concat_ws(' ', o.address ->> 'street', o.address ->> 'number'), o.address ->> 'floor', o.address ->> 'postal_code') || ' %'`) // prettier-ignore
  const [{ count } = {}] = await rows<{ count: number }>('select count(address)::int as count from service_order')
  assert.ok((count ?? 0) > 50, `${count} orders with an address`)
})

test('the process finds the pending jobs of each open intervention', async () => {
  const jobs = await db.jobs.query<{ task: string; key: string }>(
    'select task_identifier as task, key from graphile_worker.jobs',
  )
  const keys = new Set(jobs.rows.map(({ key }) => key))
  const open = await rows<{ id: number; state: number; deadline: boolean }>(`select id, process_state as state,
    deadline_at > now() as deadline from event where type = 1 and process_state in (2, 3, 4, 5, 6, 8, 9, 10)`)
  const due: Record<number, string> = { 2: 'open', 9: 'open', 6: 'process.close', 3: 'acknowledge', 5: 'acknowledge', 4: 'deadline', 8: 'deadline', 10: 'deadline' } // prettier-ignore
  for (const { id, state } of open) assert.ok(keys.has(`${due[state]}:${id}`), `${state} ${id}`)
  assert.ok(open.every(({ state, deadline }) => ![4, 8, 10].includes(state) || deadline))
  const live = await rows<{ event_id: number; port_id: number; late: boolean }>(`select event_id, port_id,
    restore_deadline_at < now() as late from neighbour_case where state = 'abierto'`)
  for (const { event_id, port_id, late } of live) assert.ok(late || keys.has(`escalate:${event_id}:${port_id}:sla`))
  await none('finalizing without its request', `select code from event e where type = 1 and process_state = 6
    and not exists (select from event r where r.parent_id = e.id and r.type = 2 and r.process_state = 6)`) // prettier-ignore
})

test('no one reads another operator’s customers', async () => {
  const others = `select a.code from access a where a.vno_id <> `
  await none('notice', `select n.id from notification n where n.vno_id is not null and payload ? 'access_code'
    and payload->>'access_code' in (${others} n.vno_id)`) // prettier-ignore
  await none('neutral notice', `select id from notification where vno_id is null and payload ? 'access_code'`)
  await none('victim’s notice names the work', `select n.id from notification n join neighbour_case c on c.id = n.case_id
    where n.vno_id = c.owner_vno_id and c.owner_vno_id <> c.worker_vno_id and payload ? 'event_code'`) // prettier-ignore
  await none('faceplate', `select e.code from event e, json_array_elements(e.neighbour_items) i where (i->>'own')::boolean is false
    and (i->>'rx_dbm' is not null or i->>'olt_rx_dbm' is not null)`) // prettier-ignore
})

test('incidents have the error model’s frequency', () => {
  const { world } = makeWorld(plans.standard, Date.parse('2026-11-20T18:00:00.000Z'))
  const count = { all: 0, full: 0, touch: 0, unplug: 0, unplugFull: 0, swap: 0, seat: 0, harmless: 0 }
  for (const { draft } of makeEvents(world)) {
    if (draft.id > 250_000) break
    if (draft.type !== 1 || draft.finished === null || draft.kind === null) continue
    const full = roleOf(world.network, world.survey.box[draft.line] ?? 0) === 'full'
    const has = (kind: string) => Number(draft.incidents.some((one) => one.kind === kind))
    count.all += 1
    count.full += Number(full)
    count.touch += has('touch')
    count.unplug += full ? 0 : has('unplug')
    count.unplugFull += full ? has('unplug') : 0
    count.swap += has('swap')
    count.seat += has('seat')
    const unplugged = draft.incidents.find(({ kind }) => kind === 'unplug')
    count.harmless += Number(unplugged !== undefined && incidentClass(unplugged) === 'corte_recuperado' && (unplugged.lasts ?? 0) < 120_000) // prettier-ignore
  }
  const near = (name: string, share: number, wanted: number) =>
    assert.ok(Math.abs(share / wanted - 1) < 0.12, `${name}: ${share}, not ${wanted}`)
  near('touch', count.touch / count.all, errorModel.touch)
  near('unplug', count.unplug / (count.all - count.full), errorModel.unplug)
  near('unplug in a full box', count.unplugFull / count.full, errorModel.unplugFull)
  near('swap', count.swap / count.all, errorModel.swap)
  near('seat', count.seat / count.all, errorModel.seat)
  near('first alert', count.harmless / (count.unplug + count.unplugFull), errorModel.firstAlert)
})
