/** Records the acts on the phone, and checks that the server holds exactly these, once. */
import type { StepData } from '@hilo/domain/step-data.ts'
import { eventType, type FieldStep } from '@hilo/domain/status.ts'
import type { Page } from '@playwright/test'
import { expect, type Field } from '../field.ts'
import type { Served } from '../fixtures.ts'
import { keptPictures } from './device.ts'
import type { Act, Walk } from './walk.ts'

export interface Ledger {
  data: StepData
  /** Steps whose main button was pressed. */
  done: FieldStep[]
  pictures: { step: FieldStep; sha256: string }[]
  finalized: boolean
}

export const openLedger = ({ data }: Walk): Ledger => ({ data, done: [], pictures: [], finalized: false })

/** Records what an act left on the device. */
export async function note(ledger: Ledger, { kind, step, name }: Act, page: Page): Promise<void> {
  if (kind === 'main') {
    ledger.done.push(step)
    ledger.finalized ||= step === 'final_report'
  }
  if (kind !== 'picture') return
  const known = new Set(ledger.pictures.map(({ sha256 }) => sha256))
  const added = (await keptPictures(page)).filter((one) => one.step === step && !known.has(one.sha256))
  expect(added, `${name}: one picture more is kept`).toHaveLength(1)
  const [{ sha256 = '', bytes = null, state = '' } = {}] = added
  if (state !== 'sent') expect(bytes, `${name}: its bytes are those that were hashed`).toBe(sha256)
  ledger.pictures.push({ step, sha256 })
}

interface Picture {
  step: FieldStep
  sha256: string
}

/** The technician's only intervention. */
export async function onlyEvent(db: Served, { technician }: Field): Promise<number> {
  const { rows } = await db.owner.query<{ id: number }>('select id from event where technical_id = $1 and type = $2', [
    technician.id,
    eventType.is.createListener,
  ])
  expect(rows, 'one intervention').toHaveLength(1)
  return rows[0]?.id ?? 0
}

const byStep = (a: Picture, b: Picture) => (a.step + a.sha256 < b.step + b.sha256 ? -1 : 1)

/** The server holds exactly the acts: same count, same bytes, once; and nothing else. */
export async function exactlyOnce(ledger: Ledger, field: Field, db: Served): Promise<number> {
  const id = await onlyEvent(db, field)
  const event = await field.read(id)
  for (const step of ledger.done) {
    const held = event.steps?.find((one) => one.step === step)
    expect.soft(held?.status, `${step} is done`).toBe('done')
    expect.soft(held?.data, `${step} holds what was typed`).toMatchObject(ledger.data[step])
  }
  const answer = (await field.ask('admin_vno/enrollments/pictures/get', { event_id: id })) as { records: Picture[] }
  const held = answer.records.map(({ step, sha256 }) => ({ step, sha256 }))
  expect.soft(held.sort(byStep), 'the same pictures, each once').toEqual(ledger.pictures.toSorted(byStep))

  const { rows: saved } = await db.owner.query<{ step: FieldStep; n: number }>(
    `select after->>'step' as step, count(*)::int as n from audit
      where call = 'admin_vno/events/step/save' and entity_id = $1 and after->>'status' = 'done' group by 1`,
    [String(id)],
  )
  const times = Object.fromEntries(saved.map(({ step, n }) => [step, n]))
  expect.soft(times, 'each step was done once').toEqual(Object.fromEntries(ledger.done.map((step) => [step, 1])))
  const { rows: ends } = await db.owner.query('select id from event where parent_id = $1 and type = $2', [
    id,
    eventType.is.finalizeListener,
  ])
  expect.soft(ends, 'it was asked to end once').toHaveLength(ledger.finalized ? 1 : 0)
  expect(event.id).toBe(id)
  return id
}
