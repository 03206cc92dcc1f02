/** Replaced ONTs, ceased lines, lines that stay dark after an outage, open cases, and reports asked for after the closing. */
import { processState } from '@hilo/domain/status.ts'
import { unique } from '../factories.ts'
import { untilTrue } from '../poll.ts'
import {
  control,
  cut,
  day,
  days,
  elsewhere,
  faulty,
  hour,
  mend,
  oltDown,
  oltUp,
  plug,
  powerOff,
  quarter,
  unplug,
  weaken,
} from './acts.ts'
import {
  blocked,
  clean,
  cutAndBack,
  doubtful,
  inDoubt,
  switchedOff,
  unplugged,
  weakened,
  withCuts,
  type Fate,
} from './expect.ts'
import type { Scene } from './scene.ts'
import type { Deed, Work } from './stage.ts'
import { trials, type Trial } from './trial.ts'

const newOnt = (port: number): Deed => ({ action: 'register_ont', port, serial: `ALCL${unique().slice(0, 8)}` })

/** Gives all ONTs of the tree the same distance. */
const sameDistance = async ({ stage }: Scene) =>
  await stage.door.db.owner.query('update plant_line set distance_m = 1814 where pon_id = $1', [stage.box.ponId])

/** Number of notices of a kind about the box. */
const noticesOf = async ({ stage }: Scene, kind: string, token: string) =>
  (await stage.notices(token)).filter((one) => one.kind === kind && one.text.includes(stage.box.cto.code)).length

const left: Fate = { ...doubtful, told: ['owner', 'technician'] }

const before = trials(null, {
  'pulled and left; 30 s later a customer of another box changes his router: it excuses nothing': {
    before: [sameDistance],
    // A dying gasp, then an ONT with an unknown serial.
    during: [cut(2), 30, elsewhere(powerOff(1)), 20, elsewhere(newOnt(1)), 30],
    says: { ...blocked, fates: { 2: unplugged } },
  },
  'pulled and left; the technician lights a new ONT at the free port of an alta, and cancels it': {
    cheat: 'a new ONT in place of the neighbour’s',
    async play({ stage, hand, run, says }) {
      const port = await stage.freePort()
      await run(sameDistance)
      const work = await stage.start(hand, { kind: 'alta', port })
      await run(cut(2), 30, newOnt(port.number), sameDistance, 60)
      await stage.end(work, 'cancel')
      await says(work, { ...blocked, fates: { 2: unplugged } })
    },
  },
  'an open case of an older work, and a new work harms him again: his operator is told again, and both end with the light':
    async (scene) => {
      const { stage, hand, run, says, fault } = scene
      const first = await stage.start(hand)
      await run(oltDown, unplug(2), 3, oltUp)
      await stage.end(first, 'cancel')
      await says(first, { ...blocked, fates: { 2: unplugged } })
      await stage.door.db.owner.query('update event set process_state = $2, finished_at = app_now() where id = $1', [
        first.id,
        processState.is.cancelled,
      ])
      await run(8 * day)
      const told = await noticesOf(scene, 'neighbour_dark', stage.owner)
      const second = await stage.start(await stage.hand())
      await stage.mend(2)
      // The box is read when its light is heard.
      await untilTrue(async () => (await stage.cases(first)).every(({ state }) => state === 'restaurado'))
      await run(cut(2), 180)
      await says(second, { closed: false, fates: { 2: unplugged } })
      if ((await noticesOf(scene, 'neighbour_dark', stage.owner)) !== told + 1)
        fault('his operator is not told of the new harm')
    },
  'silent at the request, pulled, back, not read for two days, and an OLT that tells no time: unread, no code': {
    cheat: 'cutting while the OLT is silent',
    before: [days(2), faulty({ clockSilent: true }), 2 * day, oltDown],
    requested: [3, unplug(2), 3, oltUp],
    says: { ...inDoubt, fates: { 2: { ...doubtful, case: false, told: [] } } },
  },
})

const row4 = trials(4, {
  'pulled while the tree is down, still dark when it is back: asked while the work is still open': async (scene) => {
    const { stage, hand, run, says, fault } = scene
    const work = await stage.start(hand)
    await run(unplug(), 60, unplug(2), 60, plug(), 120)
    if ((await noticesOf(scene, 'neighbour_check', hand.token)) > 0)
      fault('asked before his siblings had light for 5 min')
    await run(240)
    await says(work, { closed: false, fates: { 2: left } })
    if ((await noticesOf(scene, 'neighbour_check', hand.token)) !== 1) fault('the technician is not asked to look')
  },
})

const row6 = trials(6, {
  'all of a box pulled within 2 s, all put back but one: a customer’s cut of its own, while the work is open': {
    async play({ stage, hand, run, says }) {
      const work = await stage.start(hand)
      await run(unplug(1), unplug(2), unplug(3), unplug(4), 120, plug(2), plug(3), plug(4), 60, 310)
      const back: Fate = { ...doubtful, case: false, told: ['neutral_box'] }
      await says(work, { closed: false, fates: { 1: left }, others: back })
    },
  },
})

/** A line whose power is as before keeps no case, dated in the work and restored with the power. */
async function mended({ stage, fault }: Scene, work: Work, began: number): Promise<void> {
  // Undoing a bend raises no alarm: only a reading shows it. At the end of the agreed time the box is read before the notice.
  await stage.door.db.owner.query('update plant_line set extra_db = 0 where port_id = $1', [stage.box.ports[1]?.id])
  const now = await stage.clock(5 * hour)
  const cases = (await stage.cases(work)).filter(({ port }) => port === 2)
  const open = cases.find(({ state }) => state !== 'restaurado')
  if (open) fault(`a mended line keeps a case ${open.state}`)
  for (const one of cases) {
    if (Date.parse(one.detected_at) < began) fault('a case is dated before the work')
    const isLoss = one.class === 'degradado'
    if (isLoss && Date.parse(one.restored_at ?? '') < now - 6 * hour) fault('restored when it had light, not its power')
  }
  const told = (await stage.notices(stage.owner)).filter(({ text }) => text.includes(stage.box.cto.code))
  for (const { kind } of told) if (kind.endsWith('escalated')) fault(`${kind} of a mended line`)
}

const off = [2, 3, 4, 5, 6]
const later = trials(null, {
  'a customer is ceased by his operator; three days later a clean work in that box is clean': async (scene) => {
    const { stage, run, workWith, says, fault } = scene
    await run(days(1))
    const access_id = stage.box.accesses[1]?.id
    await stage.ask('admin_vno/unsubscriptions/create', { access_id, reason: 'El cliente se va' }, stage.owner)
    await run(60, 3 * day)
    const gone = await stage.door.db.owner.query(`select from access where id = $1 and state = 'baja'`, [access_id])
    if (gone.rows.length !== 1) fault('the line is not ceased')
    const work = await workWith(60)
    await says(work, { ...clean, fates: { 2: switchedOff } })
    await run(control(quarter))
    await says(work, { code: true, closed: true, fates: { 2: switchedOff } })
  },
  'pulled three seconds after the request, in a box of customers who have been off for days, by an OLT that tells no time':
    {
      count: 7,
      async play({ stage, hand, run, end, says }) {
        await run(...off.map((port) => powerOff(port)), 2 * day, faulty({ clockSilent: true }))
        const work = await stage.begin(hand)
        await run(3, unplug(1))
        await stage.opened(work)
        await end(work)
        const fates = Object.fromEntries(off.map((port) => [port, switchedOff]))
        await says(work, { closed: false, code: false, fates: { ...fates, 1: unplugged } })
      },
    },
  'pulled, put back 6 dB weaker and left: a case of a loss, dated in the work, that ends when the power is as before': {
    async play(scene) {
      const { stage, hand, run, end, says } = scene
      await run(days(3))
      const work = await stage.start(hand)
      const began = Date.parse((await stage.event(work)).created_at)
      await run(cut(2), 180, mend(2), weaken(2, 6), 60)
      await end(work)
      await says(work, { code: false, fates: { 2: weakened } })
      await run(600)
      await mended(scene, work, began)
    },
  },
})

const row10 = trials(10, {
  'a harm found after the closing stands beside the report that is asked again': async (scene) => {
    const { stage, run, workWith, says, fault } = scene
    const work = await workWith()
    await run(60, unplug(2), 180)
    const report = await stage.report(work)
    const found = report.controls.at(-1)?.findings.find(({ port }) => port === 2)?.class
    if (found !== 'desconectado') fault(`the report says ${found} after the closing, not desconectado`)
    await run(plug(2), control(quarter))
    await says(work, { code: false, closed: true, control: { phase: 'control_15min', verdict: ['con_cortes'] } })
  },
})

const row16 = trials(16, {
  'the notice of a work without a code says that there is none, and why': async (scene) => {
    const { stage, hand, workWith, says, fault } = scene
    const work = await workWith(cut(2), 40, mend(2))
    await says(work, { ...withCuts, fates: { 2: cutAndBack } })
    const [told] = (await stage.notices(hand.token)).filter(({ kind }) => kind === 'event_finalized')
    if (!told || !/No lleva código de descarga\. Hubo algún corte recuperado/.test(told.text))
      fault(`the notice says: ${told?.text}`)
  },
})

export const lateTruths: readonly Trial[] = [...before, ...row4, ...row6, ...later, ...row10, ...row16]
