/** Replaced ONTs, ceased lines, lines that stay dark after an outage, open cases, and reports asked for after the closing. */
import { processState } from '@hilo/domain/status.ts'
import { unique } from '../factories.ts'
import { untilTrue } from '../poll.ts'
import { cutAndBack, doubtful, unplugged, untouched, weakened, type Fate } from './expect.ts'
import { behave, blocked, everybody } from './faulty-olt.ts'
import { setScene, type Scene, type Trial } from './trial.ts'

const row = null
const hour = 3600
const day = 24 * hour
const unread: Fate = { ...doubtful, case: false, told: [] }

/** The customer of a port in another box of the tree replaces the router: a dying gasp, then an ONT with an unknown serial. */
async function routerElsewhere({ stage }: Scene): Promise<void> {
  if (!stage.sibling) throw new Error('the tree has one box')
  await stage.act({ action: 'power_off', port: 1 }, stage.sibling)
  await stage.clock(20)
  await stage.act({ action: 'register_ont', port: 1, serial: `ALCL${unique().slice(0, 8)}` }, stage.sibling)
  await stage.clock(30)
}

/** Gives all ONTs of the tree the same distance. */
const sameDistance = async ({ stage }: Scene) =>
  await stage.door.db.owner.query('update plant_line set distance_m = 1814 where pon_id = $1', [stage.box.ponId])

const newcomers: Trial[] = [
  {
    row,
    name: 'pulled and left; 30 s later a customer of another box changes his router: it excuses nothing',
    async play(door, score) {
      const scene = await setScene(door, score)
      const { stage, hand } = scene
      await sameDistance(scene)
      const work = await stage.start(hand)
      await stage.cut(2)
      await stage.clock(30)
      await routerElsewhere(scene)
      await stage.end(work, 'finalize')
      await scene.says(work, { ...blocked, fates: { 2: unplugged } })
    },
  },
  {
    row,
    name: 'pulled and left; the technician lights a new ONT at the free port of an alta, and cancels it',
    cheat: 'a new ONT in place of the neighbour’s',
    async play(door, score) {
      const scene = await setScene(door, score)
      const { stage, hand } = scene
      const port = await stage.freePort()
      await sameDistance(scene)
      const work = await stage.start(hand, { kind: 'alta', port })
      await stage.cut(2)
      await stage.clock(30)
      await stage.act({ action: 'register_ont', port: port.number, serial: `ALCL${unique().slice(0, 8)}` })
      await sameDistance(scene)
      await stage.clock(60)
      await stage.end(work, 'cancel')
      await scene.says(work, { ...blocked, fates: { 2: unplugged } })
    },
  },
]

/** Number of notices of a kind about the box. */
const noticesOf = async ({ stage }: Scene, kind: string, token: string) =>
  (await stage.notices(token)).filter((one) => one.kind === kind && one.text.includes(stage.box.cto.code)).length

const openCase: Trial = {
  row,
  name: 'an open case of an older work, and a new work harms him again: his operator is told again, and both end with the light',
  async play(door, score) {
    const scene = await setScene(door, score)
    const { stage, hand, fault } = scene
    const first = await stage.start(hand)
    await stage.act({ action: 'olt_down' })
    await stage.act({ action: 'unplug', port: 2 })
    await stage.clock(3)
    await stage.act({ action: 'olt_up' })
    await stage.end(first, 'cancel')
    await scene.says(first, { ...blocked, fates: { 2: unplugged } })
    await door.db.owner.query('update event set process_state = $2, finished_at = app_now() where id = $1', [
      first.id,
      processState.is.cancelled,
    ])
    await stage.clock(8 * day)
    const told = await noticesOf(scene, 'neighbour_dark', stage.owner)
    const second = await stage.start(await stage.hand())
    await stage.mend(2)
    // The box is read when its light is heard.
    await untilTrue(async () => (await stage.cases(first)).every(({ state }) => state === 'restaurado'))
    await stage.cut(2)
    await stage.clock(180)
    await scene.says(second, { closed: false, fates: { 2: unplugged } })
    if ((await noticesOf(scene, 'neighbour_dark', stage.owner)) !== told + 1)
      fault('his operator is not told of the new harm')
  },
}

const clockless: Trial = {
  row,
  name: 'silent at the request, pulled, back, not read for two days, and an OLT that tells no time: unread, no code',
  cheat: 'cutting while the OLT is silent',
  async play(door, score) {
    const scene = await setScene(door, score)
    const { stage, hand } = scene
    await stage.days(2)
    await behave(door, stage, { clockSilent: true })
    await stage.clock(2 * day)
    await stage.act({ action: 'olt_down' })
    const work = await stage.begin(hand)
    await stage.clock(3)
    await stage.act({ action: 'unplug', port: 2 })
    await stage.clock(3)
    await stage.act({ action: 'olt_up' })
    await stage.retry(work)
    await stage.end(work, 'finalize')
    await scene.says(work, { verdict: ['no_concluyente'], code: false, closed: true, fates: { 2: unread } })
  },
}

const left: Fate = { ...doubtful, told: ['owner', 'technician'] }

const leftDark: Trial[] = [
  {
    row: 4,
    name: 'row 4: pulled while the tree is down, still dark when it is back: asked while the work is still open',
    async play(door, score) {
      const scene = await setScene(door, score)
      const { stage, hand, fault } = scene
      const work = await stage.start(hand)
      await stage.act({ action: 'unplug' })
      await stage.clock(60)
      await stage.act({ action: 'unplug', port: 2 })
      await stage.clock(60)
      await stage.act({ action: 'plug' })
      await stage.clock(120)
      if ((await noticesOf(scene, 'neighbour_check', hand.token)) > 0)
        fault('asked before his siblings had light for 5 min')
      await stage.clock(240)
      await scene.says(work, { closed: false, fates: { ...everybody(stage, untouched), 2: left } })
      if ((await noticesOf(scene, 'neighbour_check', hand.token)) !== 1) fault('the technician is not asked to look')
    },
  },
  {
    row: 6,
    name: 'row 6: all of a box pulled within 2 s, all put back but one: a customer’s cut of its own, while the work is open',
    async play(door, score) {
      const scene = await setScene(door, score)
      const { stage, hand } = scene
      const work = await stage.start(hand)
      for (const { number } of stage.box.ports) await stage.act({ action: 'unplug', port: number })
      await stage.clock(120)
      for (const { number } of stage.box.ports.slice(1)) await stage.act({ action: 'plug', port: number })
      await stage.clock(60)
      await stage.clock(310)
      const back: Fate = { ...doubtful, case: false, told: ['neutral_box'] }
      await scene.says(work, { closed: false, fates: { ...everybody(stage, back), 1: left } })
    },
  },
]

const ceased: Trial = {
  row,
  name: 'a customer is ceased by his operator; three days later a clean work in that box is clean',
  async play(door, score) {
    const scene = await setScene(door, score)
    const { stage, hand, fault } = scene
    await stage.days(1)
    const access_id = stage.box.accesses[1]?.id
    await stage.ask('admin_vno/unsubscriptions/create', { access_id, reason: 'El cliente se va' }, stage.owner)
    await stage.clock(60)
    await stage.clock(3 * day)
    const gone = await door.db.owner.query(`select from access where id = $1 and state = 'baja'`, [access_id])
    if (gone.rows.length !== 1) fault('the line is not ceased')
    const work = await stage.start(hand)
    await stage.clock(60)
    await stage.end(work, 'finalize')
    const none: Fate = { ...untouched, class: ['igual', 'apagado'] }
    await scene.says(work, { verdict: ['limpia'], code: true, closed: true, fates: { 2: none } })
    await stage.control(15 * 60)
    await scene.says(work, { code: true, closed: true, fates: { 2: none } })
  },
}

const gasps: Trial = {
  row,
  name: 'pulled three seconds after the request, in a box of customers who have been off for days, by an OLT that tells no time',
  async play(door, score) {
    const scene = await setScene(door, score, { count: 7 })
    const { stage, hand } = scene
    for (const port of [2, 3, 4, 5, 6]) await stage.act({ action: 'power_off', port })
    await stage.clock(2 * day)
    await behave(door, stage, { clockSilent: true })
    const work = await stage.begin(hand)
    await stage.clock(3)
    await stage.act({ action: 'unplug', port: 1 })
    await stage.opened(work)
    await stage.end(work, 'finalize')
    const off: Fate = { ...untouched, class: ['igual', 'apagado'] }
    const fates = Object.fromEntries([2, 3, 4, 5, 6].map((port) => [port, off]))
    await scene.says(work, { closed: false, code: false, fates: { ...fates, 1: unplugged } })
  },
}

const weaker: Trial = {
  row,
  name: 'pulled, put back 6 dB weaker and left: a case of a loss, dated in the work, that ends when the power is as before',
  async play(door, score) {
    const scene = await setScene(door, score)
    const { stage, hand, fault } = scene
    await stage.days(3)
    const work = await stage.start(hand)
    const began = Date.parse((await stage.event(work)).created_at)
    await stage.cut(2)
    await stage.clock(180)
    await stage.mend(2)
    await stage.act({ action: 'degrade', port: 2, db: 6 })
    await stage.clock(60)
    await stage.end(work, 'finalize')
    await scene.says(work, { code: false, fates: { 2: weakened } })
    await stage.clock(600)
    // Undoing a bend raises no alarm: only a reading shows it. At the end of the agreed time the box is read before the notice.
    await door.db.owner.query('update plant_line set extra_db = 0 where port_id = $1', [stage.box.ports[1]?.id])
    const mended = await stage.clock(5 * hour)
    const cases = (await stage.cases(work)).filter(({ port }) => port === 2)
    const open = cases.filter(({ state }) => state !== 'restaurado')
    if (open.length > 0) fault(`a mended line keeps a case ${open[0]?.state}`)
    for (const one of cases) {
      if (Date.parse(one.detected_at) < began) fault('a case is dated before the work')
      const isLoss = one.class === 'degradado'
      if (isLoss && Date.parse(one.restored_at ?? '') < mended - 6 * hour)
        fault('restored when it had light, not its power')
    }
    const told = (await stage.notices(stage.owner)).filter(({ text }) => text.includes(stage.box.cto.code))
    for (const { kind } of told) if (kind.endsWith('escalated')) fault(`${kind} of a mended line`)
  },
}

const again: Trial = {
  row: 10,
  name: 'row 10: a harm found after the closing stands beside the report that is asked again',
  async play(door, score) {
    const scene = await setScene(door, score)
    const { stage, hand, fault } = scene
    const work = await stage.start(hand)
    await stage.end(work, 'finalize')
    await stage.clock(60)
    await stage.act({ action: 'unplug', port: 2 })
    await stage.clock(180)
    const report = await stage.report(work)
    const found = report.controls.at(-1)?.findings.find(({ port }) => port === 2)?.class
    if (found !== 'desconectado') fault(`the report says ${found} after the closing, not desconectado`)
    await stage.act({ action: 'plug', port: 2 })
    await stage.control(15 * 60)
    await scene.says(work, { code: false, closed: true, control: { phase: 'control_15min', verdict: ['con_cortes'] } })
  },
}

const noCode: Trial = {
  row: 16,
  name: 'row 16: the notice of a work without a code says that there is none, and why',
  async play(door, score) {
    const scene = await setScene(door, score)
    const { stage, hand, fault } = scene
    const work = await stage.start(hand)
    await stage.cut(2)
    await stage.clock(40)
    await stage.mend(2)
    await stage.end(work, 'finalize')
    await scene.says(work, { verdict: ['con_cortes'], code: false, closed: true, fates: { 2: cutAndBack } })
    const [told] = (await stage.notices(hand.token)).filter(({ kind }) => kind === 'event_finalized')
    if (!told || !/No lleva código de descarga\. Hubo algún corte recuperado/.test(told.text))
      fault(`the notice says: ${told?.text}`)
  },
}

export const lateTruths: readonly Trial[] = [
  ...newcomers,
  openCase,
  clockless,
  ...leftDark,
  ceased,
  gasps,
  weaker,
  again,
  noCode,
]
