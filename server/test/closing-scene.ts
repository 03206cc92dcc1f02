/** An intervention with all steps done, in a watched box of the simulated plant, whose jobs are run by hand. */
import assert from 'node:assert/strict'
import type { Event } from '@hilo/contract/events/events.ts'
import type { Report } from '@hilo/contract/neighbors/neighbors.ts'
import { mandatorySteps } from '@hilo/domain/field-steps.ts'
import {
  assignmentStatus,
  fieldSteps,
  portState,
  type EnrollmentAction,
  type FieldStep,
  type WorkKind,
} from '@hilo/domain/status.ts'
import type { StepData } from '@hilo/domain/step-data.ts'
import { SimulatedPlant } from '../plant/simulated/simulated-plant.ts'
import type { StepRow } from '../process/event-row.ts'
import { processTasks } from '../process/index.ts'
import { silentLog } from '../log.ts'
import type { Process } from '../process/process.ts'
import {
  makeAdmin,
  makeOperator,
  makeSession,
  makeTechnician,
  makeVno,
  unique,
  type TestSession,
  type Vno,
} from './factories.ts'
import { startTestServer, type Answer, type TestServer } from './harness.ts'
import { makeAssignment, makePort, type Port, type TestEvent } from './plant-factories.ts'
import { quickPlant } from './quick-plant.ts'
import { makeNeighbours, makeWatching, type NeighbourBox } from './watched-box.ts'

type Act = Parameters<SimulatedPlant['act']>[1]

export interface Scene {
  box: NeighbourBox
  event: TestEvent
  worker: Vno
  /** Port of the work, beside the neighbours'. */
  own: Port | null
  serial: string
  /** Label that the work reads on the drop. */
  dropLabel: string
  technician: TestSession
  admin: TestSession
  victim: TestSession
  act(deed: Act): Promise<void>
  finalize(): Promise<Answer>
  cancel(): Promise<Answer>
  /** Finalizes, runs the jobs, and asserts the state if one is given. */
  end(wanted?: number): Promise<Event>
  /** Runs the due jobs of the intervention repeatedly, moving the clock by at most `seconds`. */
  run(seconds?: number): Promise<void>
  row(): Promise<Event>
  state(): Promise<number>
  /** State, and code of the error. */
  outcome(): Promise<[number, string | undefined]>
  /** Rows of a statement whose $1 is the intervention. */
  rows<T>(text: string, ...more: unknown[]): Promise<T[]>
  /** Changes some data of a step without a call, then whole fields of it. */
  record(step: FieldStep, data: object, fields?: object): Promise<unknown>
  report(who: TestSession, more?: { version?: number }): Promise<Answer>
  seen(who: TestSession): Promise<Report>
}

export interface Closing {
  server: TestServer
  process: Process
  operator: TestSession
  stranger: TestSession
  scene(kind?: WorkKind, over?: { box?: NeighbourBox; count?: number }): Promise<Scene>
  /** A scene whose work has been finalized. */
  closed(kind?: WorkKind): Promise<Scene>
  /** Another box on the same tree. */
  boxBeside(box: NeighbourBox): Promise<NeighbourBox>
  advance(seconds: number): Promise<void>
  /** Delivers a job a second time. */
  again(task: string, eventId: number): Promise<void>
  rows<T>(text: string, values?: unknown[]): Promise<T[]>
  close(): Promise<void>
}

const pictures = [1, 2, 3].map((label_kind) => ({
  id: label_kind,
  file_id: label_kind,
  label_kind,
  flags: [],
  taken_at: null,
}))

/** Action of each kind of work on the drop; the others lay a new one. */
const dropActionOf: Partial<Record<WorkKind, EnrollmentAction>> = { baja: 'B', cambio_pelo: 'M' }

function stepsOf(kind: WorkKind, data: Partial<StepData>): StepRow[] {
  const due = mandatorySteps(kind)
  return fieldSteps.map((step) => ({
    step,
    status: due.includes(step) ? 'done' : 'iddle',
    started_at: null,
    done_at: null,
    active_ms: 0,
    data: { ...data[step] },
    checks: [],
    pictures,
    skipped_reason: null,
  }))
}

/** @param parts `jobs`: the worker runs the jobs */
export async function startClosing(parts: { jobs?: boolean } = {}): Promise<Closing> {
  const server = await startTestServer({}, parts)
  const { db, reader, config } = server
  const plant = new SimulatedPlant(db, { ...quickPlant, gasps: 1 })
  const process: Process = { db, reader, plant, config, log: silentLog }
  const tasks = processTasks(process, server.store)
  const rows = async <T>(text: string, values: unknown[] = []) => (await db.owner.query(text, values)).rows as T[]
  const advance = async (seconds: number) => {
    await rows('update demo_clock set offset_s = offset_s + $1', [seconds])
    await db.jobs.query('select graphile_worker.app_advance_jobs($1)', [seconds])
  }
  interface Job {
    id: number
    task: string
    payload: object
    wait_s: number
  }
  const next = async (eventId: number) => {
    const { rows: jobs } = await db.jobs.query<Job>(
      `select j.id, t.identifier as task, j.payload, extract(epoch from j.run_at - clock_timestamp()) as wait_s
         from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
        where (j.payload->>'event_id')::bigint = $1 order by j.run_at, j.id limit 1`,
      [eventId],
    )
    return jobs[0]
  }
  const run = async (eventId: number, seconds: number) => {
    let left = seconds
    for (let job = await next(eventId); job; job = await next(eventId)) {
      if (job.wait_s > left) return
      if (job.wait_s > 0) {
        const step = Math.ceil(job.wait_s)
        await advance(step)
        left -= step
      }
      await db.jobs.query('delete from graphile_worker._private_jobs where id = $1', [job.id])
      const task = tasks[job.task]
      assert.ok(task, job.task)
      await task(job.payload, undefined as never)
    }
  }
  const session = async (vno: Vno) => await makeSession(db, await makeAdmin(db, { vno }))

  const scene: Closing['scene'] = async (kind = 'mantenimiento', { box: given, count } = {}) => {
    const box = given ?? (await makeNeighbours(db, count === undefined ? {} : { count }))
    const worker = await makeVno(db)
    const person = await makeTechnician(db, { vno: worker })
    const serial = `HWTC${unique().slice(0, 8)}`
    const occupies = kind === 'alta' || kind === 'cambio_pelo'
    const reserved = { state: portState.is.asignado, assignment_status: assignmentStatus.is.reserved }
    const own = occupies ? await makePort(db, { cto: box.cto, ...reserved }) : null
    if (own) await makeAssignment(db, { vno: worker, port: own, ...reserved, ont_state: 'unknown', rx_dbm: null })
    const [now] = await rows<{ at: Date }>('select app_now() as at')
    assert.ok(now)
    const label = `D46-${unique()}-1`
    const drop = {
      action: dropActionOf[kind] ?? 'A',
      drop_label_read: label,
      length_m: 40,
      drop_type: 'interior',
      connection_type: 1,
      fibre_no: 1,
    } as const
    const event = await makeWatching(db, reader, box, {
      technician: person,
      work_kind: kind,
      port_id: own?.id ?? null,
      steps: stepsOf(kind, { drop_enrollment: drop, final_report: kind === 'baja' ? {} : { ont_serial: serial } }),
      listener: {
        id: null,
        opened_at: now.at.toISOString(),
        closed_at: null,
        olt_id: box.oltId,
        pon: null,
        watched_ports: [],
      },
      started_at: now.at,
      touched_at: now.at,
      deadline_at: new Date(now.at.getTime() + 86_400_000),
    })
    if (own) {
      const claim = [own.id, event.id, worker.id]
      await rows(`insert into port_claim values ($1, $2, $3, app_now() + interval '30 minutes')`, claim)
      await plant.act(box.cto.id, { action: 'register_ont', port: own.number, serial })
    }
    const technician = await makeSession(db, person)
    const ask = (path: 'admin_vno/events/finalize' | 'admin_vno/events/cancel', query: object = {}) =>
      server.call(path, { event_id: event.id, ...query }, { session: technician })
    const row = async () => {
      const [found] = (await server.done('admin_vno/events/get', { id: event.id }, technician)).records
      return found ?? assert.fail()
    }
    const report = 'admin_vno/neighbors/persistedqualityreport'
    return {
      box,
      event,
      worker,
      own,
      serial,
      dropLabel: label,
      technician,
      admin: await session(worker),
      victim: await session(box.owner),
      act: async (deed) => {
        await plant.act(box.cto.id, deed)
        await advance(1)
      },
      finalize: () => ask('admin_vno/events/finalize'),
      cancel: () => ask('admin_vno/events/cancel', { reason: 'Cliente ausente' }),
      end: async (wanted) => {
        const { status, text } = await ask('admin_vno/events/finalize')
        assert.equal(status, 200, text)
        await run(event.id, 120)
        const now = await row()
        if (wanted !== undefined) assert.equal(now.process_state, wanted, JSON.stringify(now.error))
        return now
      },
      run: (seconds = 120) => run(event.id, seconds),
      row,
      state: async () => (await row()).process_state,
      outcome: async () => {
        const { process_state, error } = await row()
        return [process_state, error?.code]
      },
      rows: (text, ...more) => rows(text, [event.id, ...more]),
      record: (step, data, fields = {}) =>
        rows(
          `update event set steps = (select json_agg(case when s->>'step' = $2
             then s::jsonb || jsonb_build_object('data', (s::jsonb->'data') || $3::jsonb) || $4::jsonb else s::jsonb end)
             from json_array_elements(steps) s) where id = $1`,
          [event.id, step, JSON.stringify(data), JSON.stringify(fields)],
        ),
      report: (who, more) => server.call(report, { event_id: event.id, ...more }, { session: who }),
      seen: async (who) => (await server.done(report, { event_id: event.id }, who)).record,
    }
  }
  return {
    server,
    process,
    operator: await makeSession(db, await makeOperator(db)),
    stranger: await session(await makeVno(db)),
    scene,
    closed: async (kind) => {
      const made = await scene(kind)
      await made.end()
      return made
    },
    boxBeside: ({ ponId }) => makeNeighbours(db, { ponId }),
    advance,
    again: async (name, eventId) => {
      const [report] = await rows<{ id: number }>('select id from quality_report where event_id = $1', [eventId])
      await tasks[name]?.({ event_id: eventId, report_id: report?.id ?? 0 }, undefined as never)
    },
    rows,
    close: () => server.close(),
  }
}

/** One row of a table by its id. */
export async function field(closing: Closing, table: string, id: number): Promise<Record<string, unknown>> {
  const [row] = await closing.rows<Record<string, unknown>>(`select * from ${table} where id = $1`, [id])
  assert.ok(row, `${table} ${id}`)
  return row
}
