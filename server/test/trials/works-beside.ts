/** Two concurrent works in one box: acts of one at its own port, and the customers it connects. */
import { unique } from '../factories.ts'
import { control, cut, mend, plug, quarter, unplug, weaken } from './acts.ts'
import {
  blocked,
  clean,
  cutAndBack,
  inDoubt,
  shared,
  unplugged,
  weakened,
  withCuts,
  type Expected,
  type Fate,
} from './expect.ts'
import type { Scene } from './scene.ts'
import { isClosed, rangingS, type Work } from './stage.ts'
import { inBothVariants, trials, type Play, type Trial } from './trial.ts'

/**
 * Another technician connects a customer at a free port of the box, and leaves.
 * @param own of the operator of `hand`
 * @returns with the number of the port
 */
async function connect({ stage, hand, run, fault }: Scene, own = true): Promise<{ work: Work; port: number }> {
  const by = await stage.hand(own ? hand.vno : undefined)
  const port = await stage.freePort()
  const work = await stage.start(by, { kind: 'alta', port })
  const serial = `HWTC${unique().slice(0, 8)}`
  work.customer = { serial, label: `D46-${unique()}-1` }
  await run({ action: 'register_ont', port: port.number, serial }, rangingS)
  const event = await stage.end(work, 'finalize')
  if (!isClosed(event)) fault(`nobody is connected: ${event.process_state} ${event.error?.text}`)
  stage.box.ports.push(port)
  const query = { filter: { port_id: port.id }, limit: 5 }
  const { records } = await stage.ask<{ records: { id: number; code: string }[] }>(
    'admin_vno/accesses/get',
    query,
    stage.neutral,
  )
  if (records[0]) stage.box.accesses.push({ ...records[0], serial })
  return { work, port: port.number }
}

const left: Fate = { ...unplugged, told: ['technician'] }
const cheat = 'cutting somebody who was connected during the work'

const connected = inBothVariants(null, ({ own }) => {
  const who = own ? 'a customer of the own operator' : "another operator's customer"
  return {
    [`${who} is connected during the work, then pulled and left`]: {
      cheat,
      async play(scene) {
        const { stage, hand, run, end, says, fault } = scene
        const work = await stage.start(hand)
        const { port } = await connect(scene, own)
        await run(60, cut(port))
        const { neighbours } = await stage.event(work)
        if (!neighbours.alarms?.some((alarm) => alarm.port === port)) fault('the board does not show the cut')
        await end(work)
        // The connecting work is in its control window: of two operators none is named.
        if (own) await says(work, { ...blocked, fates: { [port]: left } })
        else await says(work, { ...inDoubt, closed: false, fates: { [port]: shared(left) } })
      },
    },
    [`${who} is connected during the work, then pulled for 40 s`]: {
      cheat,
      async play(scene) {
        const { stage, hand, run, end, says } = scene
        const work = await stage.start(hand)
        const { port } = await connect(scene, own)
        await run(60, cut(port), 39, mend(port))
        await end(work)
        if (own) await says(work, { ...withCuts, fates: { [port]: cutAndBack } })
        else await says(work, { ...inDoubt, fates: { [port]: shared(cutAndBack) } })
      },
    },
    [`${who} is connected during the work and left alone: nothing is said of him`]: {
      during: [(scene) => connect(scene, own), 60],
      says: clean,
    },
  }
})

/** Connected by a later work, and gone dark after its end, while an older work may be under control as well. */
const underControl =
  (older: boolean): Play =>
  async (scene) => {
    const { stage, run, workWith, fault } = scene
    if (older) await workWith()
    const { work, port } = await connect(scene)
    await run(60, unplug(port), control(quarter))
    const access = stage.box.accesses.at(-1)?.code ?? '-'
    const told = (await stage.notices(stage.owner)).filter(({ text }) => text.includes(access))
    if (told.length !== 1) fault(`his operator is told ${told.length} times`)
    const cases = (await stage.cases(work)).filter((one) => one.port === port)
    if (cases.length !== 1) fault(`there are ${cases.length} cases of the work that connected him`)
  }
const goesDark = 'a customer goes dark after the work that connected him has closed'

const connecting = trials(null, {
  'the first customer of the box is connected during the work, then pulled and left': {
    count: 0,
    async play(scene) {
      const { stage, hand, run, end, says } = scene
      const work = await stage.start(hand)
      const { port } = await connect(scene)
      await run(60, cut(port))
      await end(work)
      await says(work, { ...blocked, fates: { [port]: left } })
    },
  },
  'a customer is connected under the controls of a work, then pulled: its control sees him': async (scene) => {
    const { run, workWith, says } = scene
    const work = await workWith()
    await says(work, clean)
    const { port } = await connect(scene)
    await run(unplug(port), control(quarter))
    const looked = { phase: 'control_15min', verdict: ['con_desconectados'] } as const
    await says(work, { closed: true, fates: { [port]: null }, control: looked })
  },
  [`${goesDark}, under the controls of an older work as well: told once`]: { own: true, play: underControl(true) },
  [`${goesDark}: told once`]: { own: true, play: underControl(false) },
})

/** A technician of the customer's operator works for the customer of port 2. */
const visit = async ({ stage }: Scene): Promise<Work> =>
  await stage.start(await stage.hand(stage.box.owner), { kind: 'averia', access: stage.box.accesses[1]?.id })

/**
 * What another technician does at the port of the own customer, and when the work beside it ends.
 * @param colleague what is said then of a work of the same operator, since the hand cannot be seen
 */
const ownPort =
  (happens: (scene: Scene, work: Work) => Promise<void>, colleague: Expected): Play =>
  async (scene) => {
    const { stage, hand, own, end, says } = scene
    const work = await stage.start(hand)
    await happens(scene, work)
    await end(work)
    await says(work, own ? colleague : clean)
  }

/** Disconnected and reconnected by the customer's own work; works of other operators are not notified. */
const handled = ownPort(
  async (scene, work) => {
    const { stage, own, run, fault } = scene
    await visit(scene)
    await run(unplug(2), 60, plug(2), rangingS, 5)
    const { neighbours } = await stage.event(work)
    const isShown = neighbours.alarms?.some(({ port }) => port === 2) === true
    if (isShown !== own)
      fault(own ? "a colleague's port is not on the board" : "the board shows a cut at another work's port")
  },
  { ...withCuts, fates: { 2: cutAndBack } },
)
const dark = ownPort(
  async (scene) => {
    await visit(scene)
    await scene.run(unplug(2), 40)
  },
  { ...blocked, fates: { 2: unplugged } },
)
const weaker = ownPort(
  async (scene) => {
    const other = await visit(scene)
    await scene.run(weaken(2, 4), 5)
    await scene.stage.end(other, 'cancel')
  },
  { code: false, fates: { 2: weakened } },
)

const beside = inBothVariants(null, ({ own }) => {
  const who = own ? 'a colleague' : 'another operator’s technician'
  const said = own ? 'their operator is named' : 'nothing of the work beside him'
  return {
    [`${who} pulls and puts back his own customer: ${said}`]: handled,
    [`${who} has his own customer dark while the work ends: ${said}`]: dark,
    [`${who} leaves his own customer with 4 dB less: ${said}`]: weaker,
  }
})

/** The port of another work's customer, where a work answers for it all the same. */
const answers = trials(null, {
  'the work begins while another technician has his own customer dark: nothing of it': {
    before: [visit, unplug(2), 300],
    says: clean,
  },
  'given up with his own customer dark: he alone answers, though another operator works in the box': async (scene) => {
    const { stage, hand, run, end, says } = scene
    const work = await stage.start(hand)
    const other = await visit(scene)
    await run(unplug(2), 60)
    await stage.end(other, 'cancel')
    await says(other, { ...blocked, fates: { 2: { ...unplugged, told: [] } } })
    await end(work)
    await says(work, clean)
  },
  'pulled before another technician comes for that customer: the work that was there answers': {
    cheat: 'calling somebody to the port that was cut',
    during: [cut(2), 60, visit],
    says: { ...blocked, fates: { 2: unplugged } },
  },
  'pulled after the other technician has ended: the work that is still there answers': {
    own: true,
    during: [async (scene) => await scene.stage.end(await visit(scene), 'cancel'), cut(2), 30],
    says: { ...blocked, fates: { 2: unplugged } },
  },
  'a colleague who names the port of a neighbour without working for him frees nobody': {
    cheat: 'a second work that names the port that is cut',
    own: true,
    during: [
      async ({ stage, hand }) => await stage.begin(await stage.hand(hand.vno), { port: stage.box.ports[1] }),
      5,
      cut(2),
      30,
    ],
    says: { ...blocked, fates: { 2: unplugged } },
  },
  'somebody works for one customer, another one is pulled: both works could have done it': {
    during: [visit, cut(3), 30],
    says: { ...inDoubt, closed: false, fates: { 3: { ...shared(unplugged), case: null } } },
  },
})

export const worksBeside: readonly Trial[] = [...connected, ...connecting, ...beside, ...answers]
