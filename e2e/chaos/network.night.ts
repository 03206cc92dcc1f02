/** The network fails at every point; field work arrives exactly once. */
import { mandatorySteps } from '@hilo/domain/field-steps.ts'
import { arrived, doAct, doAll, expect, phone, start, test } from './chaos.ts'
import { hurry } from './device.ts'
import { installation, shoot } from './walk.ts'

test.use({ viewport: phone, provoked: /ERR_|status of (?:409|502)|Failed to (?:load|fetch)/ })

const uploads = /pictures\/(?:upload|part)\.json$/
const saves = /events\/step\/save\.json$/

/** Side in pixels of a picture of about 300 KB. */
const large = 900
/** All boundaries of 64 KiB in the first 256 KiB. */
const boundaries = [0, 1, 2, 3, 4].map((n) => n << 16)

test('no coverage, known or not, before and after every act', async ({ page, context, net, field, db }) => {
  const { walk, ledger } = await start(page, field)
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

test('an installation wholly without coverage arrives in order', async ({ page, context, field, db }) => {
  const { walk, ledger } = await start(page, field, installation)
  await context.setOffline(true)
  await doAll(page, walk.acts, ledger)
  await context.setOffline(false)
  await arrived(page, ledger, field, db)
})

test('F16 a picture broken off at each 64 KiB, or once received, arrives once', async ({ page, net, field, db }) => {
  const { walk, ledger } = await start(page, field)
  const picture = walk.acts.findIndex(({ kind }) => kind === 'picture')
  await doAll(page, walk.acts.slice(0, picture), ledger)
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
  net.fail(/events\/create\.json$/, { kind: 'lost' })
  for (const step of mandatorySteps('mantenimiento')) {
    net.fail(saves, { kind: 'lost' }, { holding: new RegExp(`"step":"${step}","status":"done"`) })
    net.fail(uploads, { kind: 'lost' }, { holding: new RegExp(`"step":"${step}"`) })
  }
  net.fail(/events\/finalize\.json$/, { kind: 'lost' })
  net.fail(/\/(?:events|enrollments)\/.*(?:create|save|upload|part|finalize)\.json$/, { kind: 'twice' }, { times: 99 })
  const { walk, ledger } = await start(page, field)
  await doAll(page, walk.acts, ledger)
  await arrived(page, ledger, field, db)
})
