/** The application is killed after every act; opened again, everything is there. */
import type { Box, Field } from '../field.ts'
import type { Served } from '../fixtures.ts'
import { arrived, doAct, expect, phone, start, stillThere, test } from './chaos.ts'
import { closeDatabases, keptDrafts, watchDatabases, type Device } from './device.ts'
import { goOn, installation, maintenance, type Walk } from './walk.ts'

test.use({ viewport: phone, actionTimeout: 30_000 })
test.setTimeout(30 * 60_000)

/** @param before runs before each act and after each start */
async function killedAfterEach(
  device: Device,
  field: Field,
  db: Served,
  make: (of: Box) => Walk = maintenance,
  before: { act?: (turn: number) => Promise<void>; start?: () => Promise<unknown> } = {},
): Promise<void> {
  await before.start?.()
  const { walk, ledger } = await start(device.page, field, make)
  for (const [turn, act] of walk.acts.entries()) {
    await before.act?.(turn)
    const drafts = await keptDrafts(device.page)
    await doAct(device.page, act, ledger)
    // An act is stored within milliseconds; the next start proves it.
    const kept = { message: `${act.name} is kept`, intervals: [20, 50, 100] }
    if (act.kind === 'field') await expect.poll(() => keptDrafts(device.page), kept).not.toBe(drafts)
    await device.kill()
    await before.start?.()
    await goOn(device.page)
    await act.left(device.page)
    if (act.kind !== 'main') await stillThere(device.page, walk, act)
  }
  await arrived(device.page, ledger, field, db)
}

test('F17 killed after every act, and gone on with from the first screen', async ({ device, field, db }) => {
  await killedAfterEach(device, field, db)
})

test('F17 an installation killed after every act', async ({ device, field, db }) => {
  await killedAfterEach(device, field, db, installation)
})

test('F17 its database closed before every act, and killed after it', async ({ device, field, db }) => {
  const act = (turn: number) => closeDatabases(device.page, turn % 2 === 0)
  await killedAfterEach(device, field, db, maintenance, { act, start: () => watchDatabases(device.page) })
})
