/** The application is killed after every act; opened again, everything is there. */
import { arrived, doAct, expect, openLedger, phone, stillThere, test } from './chaos.ts'
import { closeDatabases, keptDrafts, watchDatabases } from './device.ts'
import { begin, goOn, maintenance } from './walk.ts'

test.use({ viewport: phone, actionTimeout: 15_000 })
test.setTimeout(180_000)

test('F17 killed after every act, and gone on with from the first screen', async ({ device, field, db }) => {
  const walk = maintenance(field.box)
  const ledger = openLedger(walk)
  await begin(device.page, field.box, walk)
  for (const act of walk.acts) {
    const before = await keptDrafts(device.page)
    await doAct(device.page, act, ledger)
    // An act is stored within milliseconds; the next start proves it.
    const kept = expect.poll(() => keptDrafts(device.page), {
      message: `${act.name} is kept`,
      intervals: [20, 50, 100],
    })
    if (act.kind === 'field') await kept.not.toBe(before)
    await device.kill()
    await goOn(device.page)
    await act.left(device.page)
    if (act.kind !== 'main') await stillThere(device.page, walk, act)
  }
  await arrived(device.page, ledger, field, db)
})

test('F17 its database closed before every act, and killed after it', async ({ device, field, db }) => {
  const walk = maintenance(field.box)
  const ledger = openLedger(walk)
  await watchDatabases(device.page)
  await begin(device.page, field.box, walk)
  for (const [turn, act] of walk.acts.entries()) {
    await closeDatabases(device.page, turn % 2 === 0)
    const before = await keptDrafts(device.page)
    await doAct(device.page, act, ledger)
    if (act.kind === 'field') await expect.poll(() => keptDrafts(device.page), { message: act.name }).not.toBe(before)
    await device.kill()
    await watchDatabases(device.page)
    await goOn(device.page)
    await act.left(device.page)
    if (act.kind !== 'main') await stillThere(device.page, walk, act)
  }
  await arrived(device.page, ledger, field, db)
})
