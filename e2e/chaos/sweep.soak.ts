/** Every act of an installation, each network fault at each of them, and a kill of the application after each. */
import { randomUUID } from 'node:crypto'
import { arrived, doAct, expect, openLedger, phone, stillThere, test } from './chaos.ts'
import { hurry, keptDrafts } from './device.ts'
import type { Fault } from './proxy.ts'
import { begin, goOn, installation, maintenance, noise, shoot } from './walk.ts'
import type { Box } from '../field.ts'

test.use({
  viewport: phone,
  actionTimeout: 30_000,
  provoked: /ERR_|status of (?:409|502|503)|Failed to (?:load|fetch)/,
})
test.setTimeout(30 * 60_000)

const everything = /\/api\/v1\/admin_vno\//
const serial = 'HWTC0A1B2C3D'
const drop = () => `D46-${randomUUID().slice(0, 8).toUpperCase()}`
const whole = (box: Box) => installation(box, drop(), serial)

const faults: Record<string, Fault> = {
  'refused connections': { kind: 'refuse' },
  'answers lost after the change': { kind: 'lost' },
  'requests cut after 100 bytes': { kind: 'cut-up', after: 100 },
  'answers cut after 100 bytes': { kind: 'cut-down', after: 100 },
  'everything twice': { kind: 'twice' },
  'two thousand bytes a second': { kind: 'trickle', bytesPerSecond: 2000 },
}

for (const [name, fault] of Object.entries(faults))
  test(`an installation with ${name} after every act`, async ({ page, net, field, db }) => {
    const walk = whole(field.box)
    const ledger = openLedger(walk)
    await begin(page, field.box, walk)
    for (const act of walk.acts) {
      net.fail(everything, fault, { times: 2 })
      await doAct(page, act, ledger)
      await hurry(page)
    }
    net.clear()
    await arrived(page, ledger, field, db)
  })

test('F17 an installation killed after every act', async ({ device, field, db }) => {
  const walk = whole(field.box)
  const ledger = openLedger(walk)
  await begin(device.page, field.box, walk)
  for (const act of walk.acts) {
    const before = await keptDrafts(device.page)
    await doAct(device.page, act, ledger)
    if (act.kind === 'field') await expect.poll(() => keptDrafts(device.page), act.name).not.toBe(before)
    await device.kill()
    await goOn(device.page)
    if (act.kind !== 'main') await stillThere(device.page, walk, act)
  }
  await arrived(device.page, ledger, field, db)
})

test('F16 a picture that breaks off at each 64 KiB of a megabyte', async ({ page, net, field, db }) => {
  const walk = maintenance(field.box)
  const ledger = openLedger(walk)
  await begin(page, field.box, walk)
  const side = 1800
  const boundaries = Math.floor((await noise(side)).length / 65_536)
  for (const act of walk.acts) {
    if (act.kind !== 'picture' || act.step !== 'report') {
      await doAct(page, act, ledger)
      continue
    }
    for (let n = 0; n <= boundaries; n++)
      net.fail(/pictures\/(?:upload|part)\.json$/, { kind: 'cut-up', after: (n % 8) << 16 })
    await doAct(page, shoot('report', 'open_box', side), ledger)
  }
  await arrived(page, ledger, field, db)
})
