/** Each fault of the network at every act of an installation. */
import { arrived, doAct, phone, start, test } from './chaos.ts'
import { hurry } from './device.ts'
import type { Fault } from './proxy.ts'
import { installation, noise, shoot } from './walk.ts'

test.use({
  viewport: phone,
  actionTimeout: 30_000,
  provoked: /ERR_|status of (?:409|502|503)|Failed to (?:load|fetch)/,
})
test.setTimeout(30 * 60_000)

const everything = /\/api\/v1\/admin_vno\//

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
    const { walk, ledger } = await start(page, field, installation)
    for (const act of walk.acts) {
      net.fail(everything, fault, { times: 2 })
      await doAct(page, act, ledger)
      await hurry(page)
    }
    net.clear()
    await arrived(page, ledger, field, db)
  })

test('F16 a picture that breaks off at each 64 KiB of a megabyte', async ({ page, net, field, db }) => {
  const { walk, ledger } = await start(page, field)
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
