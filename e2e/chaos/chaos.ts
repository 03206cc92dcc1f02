/** Common parts of the fault journeys: a server behind a bad network, a technician, and the phone. */
import type { FieldStep } from '@hilo/domain/status.ts'
import type { Page } from '@playwright/test'
import { expect, phone, test as base, type Box, type Field } from '../field.ts'
import type { Served } from '../fixtures.ts'
import { allSent, startDevice, type Device } from './device.ts'
import { exactlyOnce, note, openLedger, type Ledger } from './ledger.ts'
import { startProxy, type Proxy } from './proxy.ts'
import { begin, maintenance, type Act, type Walk } from './walk.ts'

export { expect, phone }

interface Fixtures {
  /** Without faults at the start of each test. */
  net: Proxy
  /** A browser with a profile on disk, signed in as the technician. */
  device: Device
}

export const test = base.extend<Fixtures, { front: Proxy }>({
  serviceWorkers: 'allow',
  front: [
    async ({}, use) => {
      const proxy = await startProxy()
      await use(proxy)
      await proxy.close()
    },
    { scope: 'worker' },
  ],
  net: async ({ front }, use) => {
    front.clear()
    await use(front)
    front.clear()
  },
  device: async ({ contextOptions, launchOptions, viewport, locale, timezoneId, baseURL, field, db, enter }, use) => {
    const look = {
      viewport,
      locale: locale ?? 'es-ES',
      timezoneId: timezoneId ?? 'Europe/Madrid',
      baseURL: baseURL ?? '',
    }
    const device = await startDevice({ ...launchOptions, ...contextOptions, ...look })
    await enter(field.technician, device.context)
    // Persistent, like the cookie of a real sign-in, so that it survives the browser.
    const [cookie] = await device.context.cookies(db.address)
    if (cookie) await device.context.addCookies([{ ...cookie, expires: Date.now() / 1000 + 3600 }])
    await device.restart()
    await use(device)
    await device.close()
  },
})

/** Begins an intervention on the phone: its walk, and the record of the acts. */
export async function start(page: Page, { box }: Field, make: (of: Box) => Walk = maintenance) {
  const walk = make(box)
  await begin(page, box, walk)
  return { walk, ledger: openLedger(walk) }
}

/** Performs an act, checks its effect on the screen, and records it. */
export async function doAct(page: Page, act: Act, ledger: Ledger): Promise<void> {
  await test.step(act.name, async () => {
    await act.act(page)
    await act.left(page)
    await note(ledger, act, page)
  })
}

/** Effects of earlier acts of the same step are still on the screen. */
export async function stillThere(page: Page, { acts }: Walk, upTo: Act): Promise<void> {
  const before = acts.slice(0, acts.indexOf(upTo) + 1)
  for (const act of before.filter(({ step, kind }) => step === upTo.step && kind !== 'main')) await act.left(page)
}

/** Everything was sent, and the server holds exactly the acts. */
export async function arrived(page: Page, ledger: Ledger, field: Field, db: Served): Promise<number> {
  await allSent(page)
  return await exactlyOnce(ledger, field, db)
}

/** Several acts, one after another. */
export async function doAll(page: Page, acts: readonly Act[], ledger: Ledger): Promise<void> {
  for (const act of acts) await doAct(page, act, ledger)
}

/** All acts of a walk before a step. */
export const upTo = ({ acts }: Walk, step: FieldStep): readonly Act[] =>
  acts.slice(
    0,
    acts.findIndex((act) => act.step === step),
  )
/** All acts from a step on. */
export const from = (walk: Walk, step: FieldStep): readonly Act[] => walk.acts.slice(upTo(walk, step).length)

export { openLedger }
