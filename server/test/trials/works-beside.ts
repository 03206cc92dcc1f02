/** Two concurrent works in one box: acts of one at its own port, and the customers it connects. */
import { unique } from '../factories.ts'
import { cutAndBack, shared, unplugged, untouched, type Expected, type Fate } from './expect.ts'
import { beside, blocked, clean, visit } from './own-port.ts'
import { isClosed, rangingS, type Hand, type Work } from './stage.ts'
import { nameOf, setScene, variants, type Scene, type Trial } from './trial.ts'

const quarter = 15 * 60

/** Another technician connects a customer at a free port of the box, and leaves. */
async function connect({ stage, fault }: Scene, hand: Hand): Promise<Work> {
  const port = await stage.freePort()
  const work = await stage.start(hand, { kind: 'alta', port })
  const serial = `HWTC${unique().slice(0, 8)}`
  work.customer = { serial, label: `D46-${unique()}-1` }
  await stage.act({ action: 'register_ont', port: port.number, serial })
  await stage.clock(rangingS)
  const event = await stage.end(work, 'finalize')
  if (!isClosed(event)) fault(`nobody is connected: ${event.process_state} ${event.error?.text}`)
  stage.box.ports.push(port)
  const [access] = await stage
    .ask<{ records: { id: number; code: string }[] }>(
      'admin_vno/accesses/get',
      { filter: { port_id: port.id }, limit: 5 },
      stage.neutral,
    )
    .then(({ records }) => records)
  if (access) stage.box.accesses.push({ ...access, serial })
  return work
}

const whose = (own: boolean) => (own ? 'a customer of the own operator' : "another operator's customer")

const connected: Trial[] = variants.flatMap((variant): Trial[] => {
  const by = (scene: Scene) => scene.stage.hand(variant.own ? scene.hand.vno : undefined)
  return [
    {
      row: null,
      name: `${whose(variant.own)} is connected during the work, then pulled and left (${nameOf(variant)})`,
      cheat: 'cutting somebody who was connected during the work',
      async play(door, score) {
        const scene = await setScene(door, score, variant)
        const { stage, hand, fault } = scene
        const work = await stage.start(hand)
        const port = (await connect(scene, await by(scene))).port?.number ?? 0
        await stage.clock(60)
        await stage.cut(port)
        const { neighbours } = await stage.event(work)
        if (!neighbours.alarms?.some((alarm) => alarm.port === port)) fault('the board does not show the cut')
        await stage.end(work, variant.ending)
        const fate: Fate = { ...unplugged, told: ['technician'] }
        // The connecting work is in its control window: of two operators none is named.
        const expected: Expected = variant.own
          ? { ...blocked, fates: { [port]: fate } }
          : { verdict: ['no_concluyente'], code: false, closed: false, fates: { [port]: shared(fate) } }
        await scene.says(work, expected)
      },
    },
    {
      row: null,
      name: `${whose(variant.own)} is connected during the work, then pulled for 40 s (${nameOf(variant)})`,
      cheat: 'cutting somebody who was connected during the work',
      async play(door, score) {
        const scene = await setScene(door, score, variant)
        const { stage, hand } = scene
        const work = await stage.start(hand)
        const port = (await connect(scene, await by(scene))).port?.number ?? 0
        await stage.clock(60)
        await stage.cut(port)
        await stage.clock(39)
        await stage.mend(port)
        await stage.end(work, variant.ending)
        const fate = variant.own ? cutAndBack : shared(cutAndBack)
        const verdict = variant.own ? 'con_cortes' : 'no_concluyente'
        await scene.says(work, { verdict: [verdict], code: false, closed: true, fates: { [port]: fate } })
      },
    },
    {
      row: null,
      name: `${whose(variant.own)} is connected during the work and left alone: nothing is said of him (${nameOf(variant)})`,
      async play(door, score) {
        const scene = await setScene(door, score, variant)
        const { stage, hand } = scene
        const work = await stage.start(hand)
        await connect(scene, await by(scene))
        await stage.clock(60)
        await stage.end(work, variant.ending)
        await scene.says(work, clean)
      },
    },
  ]
})

const first: Trial = {
  row: null,
  name: 'the first customer of the box is connected during the work, then pulled and left',
  async play(door, score) {
    const scene = await setScene(door, score, { count: 0 })
    const { stage, hand } = scene
    const work = await stage.start(hand)
    const port = (await connect(scene, await stage.hand(hand.vno))).port?.number ?? 0
    await stage.clock(60)
    await stage.cut(port)
    await stage.end(work, 'finalize')
    await scene.says(work, { ...blocked, fates: { [port]: { ...unplugged, told: ['technician'] } } })
  },
}

const afterwards: Trial = {
  row: null,
  name: 'a customer is connected under the controls of a work, then pulled: its control sees him',
  async play(door, score) {
    const scene = await setScene(door, score)
    const { stage, hand } = scene
    const work = await stage.start(hand)
    await stage.end(work, 'finalize')
    await scene.says(work, clean)
    const port = (await connect(scene, await stage.hand(hand.vno))).port?.number ?? 0
    await stage.act({ action: 'unplug', port })
    await stage.control(quarter)
    const looked = { phase: 'control_15min', verdict: ['con_desconectados'] } as const
    await scene.says(work, { closed: true, fates: { [port]: null }, control: looked })
  },
}

/** The port of another work's customer, where a work answers for it all the same. */
const answers: Trial[] = [
  {
    row: null,
    name: 'the work begins while another technician has his own customer dark: nothing of it',
    async play(door, score) {
      const scene = await setScene(door, score)
      const { stage, hand } = scene
      await visit(scene)
      await stage.act({ action: 'unplug', port: 2 })
      await stage.clock(300)
      const work = await stage.start(hand)
      await stage.end(work, 'finalize')
      await scene.says(work, { ...clean, fates: { 2: untouched } })
    },
  },
  {
    row: null,
    name: 'given up with his own customer dark: he alone answers, though another operator works in the box',
    async play(door, score) {
      const scene = await setScene(door, score)
      const { stage, hand } = scene
      const work = await stage.start(hand)
      const other = await visit(scene)
      await stage.act({ action: 'unplug', port: 2 })
      await stage.clock(60)
      await stage.end(other, 'cancel')
      await scene.says(other, { ...blocked, fates: { 2: { ...unplugged, told: [] } } })
      await stage.end(work, 'finalize')
      await scene.says(work, { ...clean, fates: { 2: untouched } })
    },
  },
  {
    row: null,
    name: 'pulled before another technician comes for that customer: the work that was there answers',
    cheat: 'calling somebody to the port that was cut',
    async play(door, score) {
      const scene = await setScene(door, score)
      const { stage, hand } = scene
      const work = await stage.start(hand)
      await stage.cut(2)
      await stage.clock(60)
      await visit(scene)
      await stage.end(work, 'finalize')
      await scene.says(work, { ...blocked, fates: { 2: unplugged } })
    },
  },
  {
    row: null,
    name: 'pulled after the other technician has ended: the work that is still there answers',
    async play(door, score) {
      const scene = await setScene(door, score, { own: true })
      const { stage, hand } = scene
      const work = await stage.start(hand)
      const other = await visit(scene)
      await stage.end(other, 'cancel')
      await stage.cut(2)
      await stage.clock(30)
      await stage.end(work, 'finalize')
      await scene.says(work, { ...blocked, fates: { 2: unplugged } })
    },
  },
  {
    row: null,
    name: 'a colleague who names the port of a neighbour without working for him frees nobody',
    cheat: 'a second work that names the port that is cut',
    async play(door, score) {
      const scene = await setScene(door, score, { own: true })
      const { stage, hand } = scene
      const work = await stage.start(hand)
      await stage.begin(await stage.hand(hand.vno), { port: stage.box.ports[1] })
      await stage.clock(5)
      await stage.cut(2)
      await stage.clock(30)
      await stage.end(work, 'finalize')
      await scene.says(work, { ...blocked, fates: { 2: unplugged } })
    },
  },
  {
    row: null,
    name: 'somebody works for one customer, another one is pulled: both works could have done it',
    async play(door, score) {
      const scene = await setScene(door, score)
      const { stage, hand } = scene
      const work = await stage.start(hand)
      await visit(scene)
      await stage.cut(3)
      await stage.clock(30)
      await stage.end(work, 'finalize')
      const fates = { 3: { ...shared(unplugged), case: null } }
      await scene.says(work, { verdict: ['no_concluyente'], code: false, closed: false, fates })
    },
  },
]

/** Connected by a later work, and gone dark after its end, while an older work is under control as well. */
const underTwo: Trial[] = [true, false].map((older): Trial => ({
  row: null,
  name: `a customer goes dark after the work that connected him has closed${older ? ', under the controls of an older work as well' : ''}: told once`,
  async play(door, score) {
    const scene = await setScene(door, score, { own: true })
    const { stage, hand, fault } = scene
    if (older) await stage.end(await stage.start(hand), 'finalize')
    const work = await connect(scene, await stage.hand(hand.vno))
    const port = work.port?.number ?? 0
    await stage.clock(60)
    await stage.act({ action: 'unplug', port })
    await stage.control(quarter)
    const access = stage.box.accesses.at(-1)?.code ?? '-'
    const told = (await stage.notices(stage.owner)).filter(({ text }) => text.includes(access))
    if (told.length !== 1) fault(`his operator is told ${told.length} times`)
    const cases = (await stage.cases(work)).filter((one) => one.port === port)
    if (cases.length !== 1) fault(`there are ${cases.length} cases of the work that connected him`)
  },
}))

export const worksBeside: readonly Trial[] = [...connected, first, afterwards, ...underTwo, ...beside, ...answers]
