/** A neighbour off at the opening, a foreign port claimed as own, a change of equipment, a fall of the tree. */
import { unique } from '../factories.ts'
import { cutAndBack, darkBefore, doubtful, switchedOff, unplugged, untouched, type Fate } from './expect.ts'
import { nameOf, setScene, variants, type Scene, type Trial } from './trial.ts'

const hour = 3600
const blocked = { verdict: ['con_desconectados'], code: false, closed: false } as const

/** Off at the opening, on during the work: from then on a neighbour like any other. */
async function lightUp({ stage }: Scene, off: () => Promise<unknown>, on: () => Promise<unknown>, { hand }: Scene) {
  await off()
  await stage.clock(hour)
  const work = await stage.start(hand)
  await on()
  await stage.clock(90)
  return work
}

const row1: Trial[] = variants.flatMap((variant): Trial[] => [
  {
    row: 1,
    name: `row 1: switched off at the opening, lit during the work, then unplugged and left (${nameOf(variant)})`,
    async play(door, score) {
      const scene = await setScene(door, score, variant)
      const { stage } = scene
      const work = await lightUp(
        scene,
        () => stage.act({ action: 'power_off', port: 2 }),
        () => stage.act({ action: 'power_on', port: 2 }),
        scene,
      )
      await stage.cut(2)
      await stage.end(work, variant.ending)
      await scene.says(work, { ...blocked, fates: { 2: unplugged } })
    },
  },
  {
    row: 1,
    name: `row 1: unplugged long before, lit during the work, cut for 40 s and put back (${nameOf(variant)})`,
    async play(door, score) {
      const scene = await setScene(door, score, variant)
      const { stage } = scene
      const work = await lightUp(
        scene,
        () => stage.act({ action: 'unplug', port: 3 }),
        () => stage.act({ action: 'plug', port: 3 }),
        scene,
      )
      await stage.cut(3)
      await stage.clock(39)
      await stage.mend(3)
      await stage.end(work, variant.ending)
      await scene.says(work, { verdict: ['con_cortes'], code: false, closed: true, fates: { 3: cutAndBack } })
    },
  },
  {
    row: 1,
    name: `row 1: off at the opening, lit and unplugged while nobody hears the OLT, found by reading (${nameOf(variant)})`,
    async play(door, score) {
      const scene = await setScene(door, score, variant)
      const { stage } = scene
      const work = await lightUp(
        scene,
        () => stage.act({ action: 'power_off', port: 2 }),
        () => stage.act({ action: 'power_on', port: 2 }),
        scene,
      )
      await stage.act({ action: 'olt_down' })
      await stage.act({ action: 'unplug', port: 2 })
      await stage.clock(5)
      await stage.act({ action: 'olt_up' })
      await stage.clock(31)
      await stage.end(work, variant.ending)
      await scene.says(work, { ...blocked, fates: { 2: unplugged } })
    },
  },
])

/** Another customer's port must not become the worked one. */
async function refusesPort({ stage, hand, fault }: Scene, port: number): Promise<void> {
  const held = stage.box.ports[port - 1]
  if (!held) throw new RangeError(`no port ${port}`)
  const reply = await stage.request(hand, { kind: 'alta', port: held })
  if (reply.status === 200) fault(`a work is accepted at port ${port}, which somebody else uses`)
}

const row2: Trial[] = [
  ...(['alta', 'cambio_pelo'] as const).map((kind): Trial => ({
    row: 2,
    name: `row 2: a customer of one's own operator is unplugged, then his port declared in the step of a ${kind}`,
    cheat: 'naming the cut port as one’s own',
    async play(door, score) {
      const scene = await setScene(door, score, { own: true })
      const { stage, hand } = scene
      const port = await stage.freePort()
      const access = kind === 'cambio_pelo' ? stage.box.accesses[3]?.id : undefined
      const work = await stage.start(hand, { kind, port, ...(access !== undefined && { access }) })
      await stage.cut(2)
      const data = { port_number: 2, found: 'libre' }
      await stage.step(work, { step: 'port_available', status: 'done', data }).catch(() => undefined)
      await stage.end(work, 'cancel')
      // The customer who moves to another port is the work's own.
      const own = kind === 'cambio_pelo' ? { 4: null } : {}
      await scene.says(work, { ...blocked, fates: { 2: unplugged, ...own } })
    },
  })),
  {
    row: 2,
    name: 'row 2: a customer of one’s own operator is unplugged just before, then named as the port to mend, and given up',
    cheat: 'naming the cut port as one’s own',
    async play(door, score) {
      const scene = await setScene(door, score, { own: true })
      const { stage, hand } = scene
      await stage.act({ action: 'unplug', port: 2 })
      await stage.clock(60)
      await refusesPort(scene, 2)
      const work = await stage.start(hand, { kind: 'averia', port: stage.box.ports[1] })
      await stage.end(work, 'cancel')
      await scene.says(work, { verdict: ['no_concluyente'], code: false, fates: { 2: darkBefore } })
    },
  },
]

/** The ONT of a port is replaced, ordered by the operator or brought by the customer. */
async function changeOnt({ stage }: Scene, port: number, by: 'operator' | 'customer'): Promise<void> {
  const serial = `HWTC${unique().slice(0, 8)}`
  const access_id = stage.box.accesses[port - 1]?.id
  if (by === 'operator')
    await stage.ask(
      'admin_vno/ont/deviceModification',
      { access_id, new_serial: serial, reason: 'averia' },
      stage.owner,
    )
  await stage.act({ action: 'power_off', port })
  await stage.clock(45)
  await stage.act({ action: 'register_ont', port, serial })
  await stage.clock(20)
}

const row3: Trial[] = variants.flatMap((variant) =>
  (['operator', 'customer'] as const).map((by): Trial => ({
    row: 3,
    name: `row 3: the ${by} changes the ONT of a neighbour during the work (${nameOf(variant)})`,
    async play(door, score) {
      const scene = await setScene(door, score, variant)
      const { stage, hand } = scene
      const work = await stage.start(hand)
      await changeOnt(scene, 2, by)
      await stage.end(work, variant.ending)
      const fate: Fate = {
        ...untouched,
        class: ['igual', 'apagado'],
        ...(by === 'customer' && { says: { changed: true } }),
      }
      await scene.says(work, { closed: true, fates: { 2: fate } })
    },
  })),
)

const all = (stage: Scene['stage'], fate: Fate): Record<number, Fate> =>
  Object.fromEntries(stage.box.ports.map(({ number }) => [number, fate]))
/** Dark with the tree and back with it. */
const excused: Fate = { ...untouched, class: ['igual'] }

const row4: Trial[] = variants.flatMap((variant): Trial[] => [
  {
    row: 4,
    name: `row 4: unplugged a minute before the tree falls, still dark when it is back (${nameOf(variant)})`,
    cheat: 'cutting around a fall of the tree',
    async play(door, score) {
      const scene = await setScene(door, score, variant)
      const { stage, hand } = scene
      const work = await stage.start(hand)
      await stage.cut(2)
      await stage.clock(60)
      await stage.act({ action: 'unplug' })
      await stage.clock(180)
      await stage.act({ action: 'plug' })
      await stage.clock(301)
      await stage.end(work, variant.ending)
      await scene.says(work, { ...blocked, fates: { ...all(stage, excused), 2: unplugged } })
    },
  },
  {
    row: 4,
    name: `row 4: unplugged while the tree is down, still dark when it is back (${nameOf(variant)})`,
    cheat: 'cutting around a fall of the tree',
    async play(door, score) {
      const scene = await setScene(door, score, variant)
      const { stage, hand } = scene
      const work = await stage.start(hand)
      await stage.act({ action: 'unplug' })
      await stage.clock(60)
      await stage.act({ action: 'unplug', port: 2 })
      await stage.clock(120)
      await stage.act({ action: 'plug' })
      await stage.clock(301)
      await stage.end(work, variant.ending)
      const fate: Fate = { ...doubtful, told: ['owner', 'technician'] }
      await scene.says(work, { verdict: ['no_concluyente'], code: false, fates: { ...all(stage, excused), 2: fate } })
    },
  },
  {
    row: 4,
    name: `row 4: the tree falls and comes back, a customer switched off before stays off (${nameOf(variant)})`,
    async play(door, score) {
      const scene = await setScene(door, score, variant)
      const { stage, hand } = scene
      const work = await stage.start(hand)
      await stage.act({ action: 'power_off', port: 3 })
      await stage.clock(60)
      await stage.act({ action: 'unplug' })
      await stage.clock(120)
      await stage.act({ action: 'plug' })
      await stage.clock(301)
      await stage.end(work, variant.ending)
      await scene.says(work, { closed: true, fates: { ...all(stage, excused), 3: switchedOff } })
    },
  },
])

export const rows1to4: readonly Trial[] = [...row1, ...row2, ...row3, ...row4]
