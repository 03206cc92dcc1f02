/** The network fails at every point; field work arrives exactly once. */
import { mandatorySteps } from '@hilo/domain/field-steps.ts'
import type { Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { arrived, doAct, expect, openLedger, phone, test } from './chaos.ts'
import { hurry } from './device.ts'
import { begin, installation, maintenance, shoot, type Act, type Walk } from './walk.ts'

test.use({ viewport: phone, provoked: /ERR_|status of (?:409|502)|Failed to (?:load|fetch)/ })

const uploads = /pictures\/(?:upload|part)\.json$/
const saves = /events\/step\/save\.json$/

/** Side in pixels of a picture of about 300 KB. */
const large = 900
/** All boundaries of 64 KiB in the first 256 KiB. */
const boundaries = [0, 1, 2, 3, 4].map((n) => n << 16)

test('without coverage before and after every act, by turns that the device knows of and that it does not', async ({
  page,
  context,
  net,
  field,
  db,
}) => {
  const walk = maintenance(field.box)
  const ledger = openLedger(walk)
  await begin(page, field.box, walk)
  for (const [at, act] of walk.acts.entries()) {
    const known = at % 2 === 0
    if (known) await context.setOffline(true)
    else net.down()
    await doAct(page, act, ledger)
    if (known) await context.setOffline(false)
    else net.clear()
  }
  await arrived(page, ledger, field, db)
})

test('an installation of eight steps done wholly without coverage arrives in its order', async ({
  page,
  context,
  field,
  db,
}) => {
  const walk = installation(field.box, `D46-${randomUUID().slice(0, 8).toUpperCase()}`, 'HWTC0A1B2C3D')
  const ledger = openLedger(walk)
  await begin(page, field.box, walk)
  await context.setOffline(true)
  for (const act of walk.acts) await doAct(page, act, ledger)
  await context.setOffline(false)
  await arrived(page, ledger, field, db)
})

/** All acts of the walk up to the picture of a step. */
async function upToPicture(page: Page, walk: Walk, step: Act['step'], ledger: ReturnType<typeof openLedger>) {
  for (const act of walk.acts) {
    if (act.kind === 'picture' && act.step === step) return
    await doAct(page, act, ledger)
  }
}

test('F16 a picture breaks off at each 64 KiB of its way, and after the server has it; it arrives once', async ({
  page,
  net,
  field,
  db,
}) => {
  const walk = maintenance(field.box)
  const ledger = openLedger(walk)
  await begin(page, field.box, walk)
  await upToPicture(page, walk, 'report', ledger)
  const cuts = boundaries.map((after) => net.fail(uploads, { kind: 'cut-up', after }))
  const lost = net.fail(uploads, { kind: 'lost' }, { times: 2 })
  const half = net.fail(uploads, { kind: 'cut-down', after: 60 })
  const twice = net.fail(uploads, { kind: 'twice' })
  await doAct(page, shoot('report', 'open_box', large), ledger)
  const met = async () => {
    await hurry(page)
    return [...cuts, lost, half, twice].map(({ hits }) => hits.length)
  }
  await expect.poll(met, { timeout: 300_000, intervals: [200] }).toEqual([...cuts.map(() => 1), 2, 1, 1])
  await arrived(page, ledger, field, db)
})

test('F10 each kind of change is heard twice, or its answer is lost', async ({ page, net, field, db }) => {
  const walk = maintenance(field.box)
  const ledger = openLedger(walk)
  net.fail(/events\/create\.json$/, { kind: 'lost' })
  for (const step of mandatorySteps(walk.kind)) {
    net.fail(saves, { kind: 'lost' }, { holding: new RegExp(`"step":"${step}","status":"done"`) })
    net.fail(uploads, { kind: 'lost' }, { holding: new RegExp(`"step":"${step}"`) })
  }
  net.fail(/events\/finalize\.json$/, { kind: 'lost' })
  net.fail(/\/(?:events|enrollments)\/.*(?:create|save|upload|part|finalize)\.json$/, { kind: 'twice' }, { times: 99 })
  await begin(page, field.box, walk)
  for (const act of walk.acts) await doAct(page, act, ledger)
  await arrived(page, ledger, field, db)
})
