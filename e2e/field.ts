/** A technician at a box with neighbours: an own server, acts on the plant, and prepared work. */
import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import type { Event } from '@hilo/contract/events/events.ts'
import type { Input, Path } from '@hilo/contract/index.ts'
import { mandatorySteps, requiredPictures } from '@hilo/domain/field-steps.ts'
import type { StepData } from '@hilo/domain/step-data.ts'
import { assignmentStatus, portState, processState, type FieldStep, type WorkKind } from '@hilo/domain/status.ts'
import { setTimeout as wait } from 'node:timers/promises'
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { insert, makeTechnician, type Account } from '../server/test/factories.ts'
import { makeAssignment, makeCto, makePort, type Cto } from '../server/test/plant-factories.ts'
import { drawing } from '../server/test/pictures.ts'
import { expect, test as base, type Served } from './fixtures.ts'
import { lasting, useOwn, type Front } from './own-server.ts'
import { say } from './text.ts'
import { call, sentAgain } from './wire.ts'

export { expect }
export const phone = { width: 390, height: 844 }

export interface Box {
  id: number
  code: string
  /** Its printed label. */
  label: string
  /** Ports with lit customers, by operator: the technician's, and that of admin@sur.test. */
  own: number[]
  sur: number[]
  free: number[]
  /** Access codes of each port's customer. */
  accesses: Record<string, string>
}

export interface Field {
  box: Box
  technician: Account
  /** Calls with the session of the technician's browser. */
  ask<P extends Path>(path: P, query: Input<P>): Promise<unknown>
  /** Acts on the plant at the box. */
  act(deed: Omit<Input<'demo/plant/act'>, 'cto_code' | 'client_request_id'>): Promise<void>
  /** Advances business time by seconds. */
  pass(seconds: number): Promise<void>
  /** The current intervention. */
  read(id: number): Promise<Event>
  /** Polls until it is as wanted. */
  until(id: number, wanted: (event: Event) => boolean): Promise<Event>
  /** Opens an intervention with its neighbours read. */
  open(kind: WorkKind): Promise<Event>
  /** Completes every step except those given. */
  work(event: Event, left?: FieldStep[]): Promise<void>
}

const norte = 1
const sur = 2
const digits = (length: number) => String(randomInt(10 ** length)).padStart(length, '0')

/** A customer with an ONT that answers. */
export async function makeCustomer(db: Served, cto: Cto, number: number, vno: number): Promise<string> {
  const occupied = { state: portState.is.ocupado, assignment_status: assignmentStatus.is.occupied }
  const port = await makePort(db, { cto, number, ...occupied, optical_state: 'online' })
  const code = `AC-${digits(9)}`
  const serial = `HWTC${randomBytes(4).toString('hex').toUpperCase()}`
  const place = { vno_id: vno, cto_id: cto.id, port_id: port.id }
  const access_id = await insert(db, 'access', { code, ...place, state: 'activo', ont_serial: serial })
  await makeAssignment(db, { vno: { id: vno }, port, access_id, rx_dbm: -19.5, olt_rx_dbm: -21 })
  return code
}

/** A box on its own OLT: two customers of each operator, then free ports; and another box on the same tree. */
async function makeBox(db: Served): Promise<Box> {
  const code = `46250-VAL${digits(2)}-${digits(4)}-${digits(2)}`
  const label = code.slice(6)
  const cto = await makeCto(db, { code, label, ports_free: 12 })
  const [own, others, free] = [
    [1, 2],
    [3, 4],
    [5, 6, 7, 8],
  ]
  const accesses: Record<string, string> = {}
  for (const number of own) accesses[number] = await makeCustomer(db, cto, number, norte)
  for (const number of others) accesses[number] = await makeCustomer(db, cto, number, sur)
  for (const number of free) await makePort(db, { cto, number })
  const { rows } = await db.owner.query<{ pon_id: number }>('select pon_id from cto where id = $1', [cto.id])
  const beside = await makeCto(db, { pon_id: rows[0]?.pon_id })
  for (const number of [1, 2, 3]) await makeCustomer(db, beside, number, sur)
  return { id: cto.id, code, label, own, sur: others, free, accesses }
}

let drawn = 0
/** A unique photo: tests that draw one themselves take numbers below 1,000. */
export async function photo(): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const seed = ++drawn + 100_000 * (1 + Number(process.env['TEST_PARALLEL_INDEX'] ?? 0))
  return { name: 'foto.jpg', mimeType: 'image/jpeg', buffer: await drawing({ seed }).jpeg().toBuffer() }
}

/** Typical data of each step. */
function stepsOf(box: Box, port: number | null): StepData {
  const drop = `D46-${randomUUID().slice(0, 8).toUpperCase()}`
  return {
    initial: { prl: { altura: true, tension: true }, cto_code_read: box.label, read_by: 'list' },
    report: { box: 'cerrada', tidy: 4, free_ports_seen: 2, loose_fibres: false },
    cto_access: { method: 'llave', connection_type: 0, minutes: 5 },
    port_available: { port_number: port, found: 'libre' },
    power: { power_dbm: -19.5, wavelength_nm: 1490 },
    cto_enrollment: { label_read: box.label, label_source: 'manual', action: 'M' },
    drop_enrollment: {
      drop_label_read: drop,
      label_source: 'manual',
      length_m: 40,
      drop_type: 'interior',
      connection_type: 0,
      fibre_no: 1,
      port_number: port,
      action: 'A',
    },
    final_report: { minutes: 30 },
  }
}

async function sendPicture(request: APIRequestContext, query: object): Promise<void> {
  const picture = await photo()
  const answer = await request.post('/api/v1/admin_vno/enrollments/pictures/upload.json', {
    multipart: { query: JSON.stringify({ taken_at: new Date().toISOString(), camera: true, ...query }), picture },
    ...sentAgain,
  })
  expect(answer.status(), await answer.text()).toBe(200)
}

export const test = base.extend<{ field: Field }, { front: Front | null }>({
  front: [null, { scope: 'worker' }],
  db: [({ db, front }, use) => useOwn(db, use, { front }), lasting],
  field: async ({ db, page, enter }, use) => {
    const box = await makeBox(db)
    const technician = await makeTechnician(db, { vno: { id: 1, name: '', external_id: '' } })
    await enter(technician)
    const ask: Field['ask'] = (path, query) => call(page.request, path, query)
    const read: Field['read'] = async (id) => {
      const { records } = (await ask('admin_vno/events/get', { id })) as { records: Event[] }
      const [event] = records
      if (!event) throw new Error(`no intervention ${id}`)
      return event
    }
    const until: Field['until'] = async (id, wanted) => {
      let event = await read(id)
      await expect(async () => {
        event = await read(id)
        expect(wanted(event), `still ${event.process_state}, ${JSON.stringify(event.error)}`).toBe(true)
      }).toPass({ timeout: 120_000, intervals: [150] })
      return event
    }
    await use({
      box,
      technician,
      ask,
      read,
      until,
      act: async (deed) => void (await ask('demo/plant/act', { cto_code: box.code, ...deed })),
      pass: async (advance_s) => void (await ask('demo/plant/clock', { advance_s })),
      async open(work_kind) {
        const query = { cto_id: box.id, work_kind }
        const { record } = (await ask('admin_vno/events/create', query)) as { record: Event }
        return await until(record.id, ({ process_state }) => process_state === processState.is.created)
      },
      async work({ id, work_kind, port_number }, left = []) {
        const kind = work_kind ?? 'mantenimiento'
        const data = stepsOf(box, port_number ?? box.free[0] ?? null)
        for (const step of mandatorySteps(kind).filter((one) => !left.includes(one))) {
          for (const { label_kind } of requiredPictures(step, data[step], kind))
            await sendPicture(page.request, { event_id: id, step, label_kind })
          await ask('admin_vno/events/step/save', { event_id: id, step, status: 'done', data: { ...data[step] } })
        }
      },
    })
  },
})

/** Clicks a button that disappears when what it asks for happens by itself. */
export async function clickUntil(button: Locator, outcome: Locator): Promise<void> {
  await expect(async () => {
    if (!(await outcome.isVisible())) await button.click({ timeout: 2000 })
    await expect(outcome).toBeVisible({ timeout: 20_000 })
  }).toPass({ timeout: 120_000 })
}

/** Presses the main button of the last step. */
export async function askToFinalize(page: Page, field: Field, event: Event): Promise<void> {
  await page.goto(stepPath(event, 'final_report'))
  await page.getByRole('button', { name: say('tech.act.finalize'), exact: true }).click()
  await field.until(event.id, ({ process_state }) => process_state === processState.is.finalizing)
}

/** Advances the clock past the reading after the work and its repetitions, until the intervention has ended. */
export async function settle(field: Field, { id }: Pick<Event, 'id'>): Promise<Event> {
  const closing = processState.is.finalizing
  await field.until(id, ({ process_state }) => process_state === closing)
  await field.pass(61)
  // A repetition is due 30 s after the reading before it has ended, however long that takes on a busy machine.
  for (let repetitions = 0; repetitions < 12; repetitions++) {
    for (let tries = 0; tries < 12; tries++) {
      const event = await field.read(id)
      if (event.process_state !== closing) return event
      await wait(200)
    }
    await field.pass(31)
  }
  return await field.until(id, ({ process_state }) => process_state !== closing)
}

export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
export const stepPath = ({ id }: { id: number }, step: FieldStep) => `/tecnico/intervencion/${id}/${step}`
export const verdictPath = ({ id }: { id: number }) => `/tecnico/intervencion/${id}/veredicto`

/** Opens the technician's first screen and waits until the phone has cached the application. */
export async function install(page: Page): Promise<void> {
  await page.goto('/tecnico')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const isActive = () => navigator.serviceWorker.controller?.state === 'activated'
  await page.waitForFunction(isActive, undefined, { timeout: 120_000 })
}
