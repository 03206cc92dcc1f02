/** Cheats beyond the table: attempts of a technician who knows it. */
import { cutAndBack, doubtful, unplugged, type Fate } from './expect.ts'
import { rangingS } from './stage.ts'
import { misbehave, nameOf, setScene, variants, type Scene, type Trial } from './trial.ts'

const quarter = 15 * 60
const day = 86_400
const blocked = { verdict: ['con_desconectados'], code: false, closed: false } as const
const withCut = { verdict: ['con_cortes'], code: false, closed: true } as const
/** The technician has left the box. */
const foundLater: Fate = { ...unplugged, told: ['owner'] }

/** Pulled for so many seconds and reconnected, with any notices. */
async function pullFor({ stage }: Scene, seconds: number, port = 2): Promise<void> {
  await stage.act({ action: 'unplug', port })
  await stage.clock(seconds)
  await stage.act({ action: 'plug', port })
  await stage.clock(rangingS)
}

const duringTheWork: Trial[] = variants.flatMap((variant): Trial[] => [
  {
    row: null,
    name: `cut during a fall of the tree, and ended before the tree is back (${nameOf(variant)})`,
    async play(door, score) {
      const scene = await setScene(door, score, variant)
      const { stage, hand } = scene
      const work = await stage.start(hand)
      await stage.act({ action: 'unplug' })
      await stage.clock(60)
      await stage.act({ action: 'unplug', port: 2 })
      await stage.clock(5)
      await stage.end(work, variant.ending)
      await stage.act({ action: 'plug' })
      await stage.clock(310)
      await stage.control(quarter)
      const fate: Fate = { ...doubtful, truth: 'harmed' }
      const control = { phase: 'control_15min', verdict: ['no_concluyente'] } as const
      await scene.says(work, { code: false, closed: true, fates: { 2: fate }, control })
    },
  },
  {
    row: null,
    name: `pulled for 25 s between two readings, every alarm lost (${nameOf(variant)})`,
    async play(door, score) {
      const scene = await setScene(door, score, variant)
      const { stage, hand } = scene
      const work = await stage.start(hand)
      await misbehave(stage, { lost: 1 })
      await pullFor(scene, 25)
      await stage.end(work, variant.ending)
      await scene.says(work, { ...withCut, fates: { 2: cutAndBack } })
    },
  },
  {
    row: null,
    name: `pulled and left, every alarm lost (${nameOf(variant)})`,
    async play(door, score) {
      const scene = await setScene(door, score, variant)
      const { stage, hand } = scene
      const work = await stage.start(hand)
      await misbehave(stage, { lost: 1 })
      await stage.act({ action: 'unplug', port: 2 })
      await stage.clock(30)
      await stage.end(work, variant.ending)
      await scene.says(work, { ...blocked, fates: { 2: unplugged } })
    },
  },
  {
    row: null,
    name: `pulled five seconds before the tree falls, left (${nameOf(variant)})`,
    async play(door, score) {
      const scene = await setScene(door, score, variant)
      const { stage, hand } = scene
      const work = await stage.start(hand)
      await stage.act({ action: 'unplug', port: 2 })
      // Less than five: a busy machine adds some.
      await stage.clock(2)
      await stage.act({ action: 'unplug' })
      await stage.clock(120)
      await stage.act({ action: 'plug' })
      await stage.clock(310)
      await stage.end(work, variant.ending)
      await scene.says(work, { verdict: ['no_concluyente'], code: false, fates: { 2: doubtful } })
    },
  },
  {
    row: null,
    name: `pulled seconds before a fall of the tree of which no alarm came: the case takes the blame back (${nameOf(variant)})`,
    async play(door, score) {
      const scene = await setScene(door, score, variant)
      const { stage, hand } = scene
      const work = await stage.start(hand)
      await stage.act({ action: 'unplug', port: 2 })
      await stage.clock(1)
      await misbehave(stage, { lost: 1 })
      await stage.act({ action: 'unplug' })
      await stage.clock(125)
      await stage.act({ action: 'plug' })
      await stage.clock(310)
      await stage.end(work, variant.ending)
      await scene.says(work, { verdict: ['no_concluyente'], code: false, fates: { 2: doubtful } })
    },
  },
  {
    row: null,
    name: `pulled a minute before the OLT restarts, which forgets it (${nameOf(variant)})`,
    async play(door, score) {
      const scene = await setScene(door, score, variant)
      const { stage, hand } = scene
      const work = await stage.start(hand)
      await stage.cut(2)
      await stage.clock(60)
      await stage.act({ action: 'olt_restart' })
      await stage.clock(310)
      await stage.end(work, variant.ending)
      await scene.says(work, { ...blocked, fates: { 2: unplugged } })
    },
  },
  {
    row: null,
    name: `put back in the very seconds in which the end is asked for (${nameOf(variant)})`,
    async play(door, score) {
      const scene = await setScene(door, score, variant)
      const { stage, hand } = scene
      const work = await stage.start(hand)
      await stage.cut(2)
      await stage.clock(60)
      await Promise.all([stage.act({ action: 'plug', port: 2 }), stage.end(work, variant.ending)])
      await stage.endAgain(work, variant.ending)
      await scene.says(work, { ...withCut, fates: { 2: cutAndBack } })
    },
  },
])

const atTheEnd: Trial[] = [
  {
    row: null,
    name: 'pulled, and given up ten seconds before the operators are told',
    async play(door, score) {
      const scene = await setScene(door, score)
      const { stage, hand } = scene
      const work = await stage.start(hand)
      await stage.cut(2)
      await stage.clock(109)
      await stage.end(work, 'cancel')
      await scene.says(work, { ...blocked, fates: { 2: unplugged } })
    },
  },
  {
    row: null,
    name: 'pulled and left until the deadline while the OLT is silent: found once it answers',
    async play(door, score) {
      const scene = await setScene(door, score)
      const { stage, hand } = scene
      const work = await stage.start(hand)
      await stage.act({ action: 'olt_down' })
      await stage.act({ action: 'unplug', port: 2 })
      await stage.clock(day + 120)
      await stage.act({ action: 'olt_up' })
      await stage.clock(2 * quarter)
      await scene.says(work, { code: false, closed: false, fates: { 2: foundLater } })
    },
  },
  {
    row: null,
    name: 'pulled and left while the OLT is silent, the end asked for until the work is in error: found once it answers',
    async play(door, score) {
      const scene = await setScene(door, score)
      const { stage, hand } = scene
      const work = await stage.start(hand)
      await stage.act({ action: 'olt_down' })
      await stage.act({ action: 'unplug', port: 2 })
      await stage.end(work, 'finalize')
      await stage.act({ action: 'olt_up' })
      await stage.clock(2 * quarter)
      await scene.says(work, { code: false, closed: false, fates: { 2: foundLater } })
    },
  },
  {
    row: null,
    name: 'a customer of one’s own operator is unplugged, his port named by a maintenance that never opens, which is given up',
    async play(door, score) {
      const scene = await setScene(door, score, { own: true })
      const { stage, hand } = scene
      const work = await stage.begin(hand, { port: stage.box.ports[1] })
      // An OLT dates falls by the second: one of the very instant of the request is of before it as well.
      await stage.clock(3)
      await stage.act({ action: 'unplug', port: 2 })
      await stage.clock(30)
      await stage.door.call('admin_vno/events/cancel', { event_id: work.id, reason: 'No se puede' }, hand.token)
      await stage.control(quarter)
      const control = { phase: 'control_15min', verdict: ['no_concluyente'] } as const
      await scene.says(work, { code: false, fates: { 2: foundLater }, control })
    },
  },
  {
    row: null,
    name: 'pulled while the OLT is silent at the opening, which succeeds later; the technician never comes back: told all the same',
    async play(door, score) {
      const scene = await setScene(door, score)
      const { stage, hand } = scene
      await stage.act({ action: 'olt_down' })
      const work = await stage.begin(hand)
      await stage.clock(3)
      await stage.act({ action: 'unplug', port: 2 })
      await stage.clock(3)
      await stage.act({ action: 'olt_up' })
      await stage.retry(work)
      for (let turn = 0; turn < 4; turn++) await stage.clock(300)
      await scene.says(work, { code: false, closed: false, fates: { 2: foundLater } })
    },
  },
  {
    row: null,
    name: 'pulled before the opening, which fails until it is given up by the product: found later',
    async play(door, score) {
      const scene = await setScene(door, score)
      const { stage, hand } = scene
      await stage.act({ action: 'olt_down' })
      const work = await stage.begin(hand)
      await stage.act({ action: 'unplug', port: 2 })
      for (let turn = 0; turn < 14; turn++) await stage.clock(300)
      await stage.act({ action: 'olt_up' })
      await stage.clock(2 * quarter)
      await scene.says(work, { code: false, closed: false, fates: { 2: foundLater } })
    },
  },
  {
    row: null,
    name: 'named as the customer to mend, unplugged during the work and given up',
    async play(door, score) {
      const scene = await setScene(door, score, { own: true })
      const { stage, hand } = scene
      const work = await stage.start(hand, { kind: 'averia', access: stage.box.accesses[1]?.id })
      await stage.act({ action: 'unplug', port: 2 })
      await stage.clock(30)
      await stage.end(work, 'cancel')
      await scene.says(work, { ...blocked, fates: { 2: { ...unplugged, told: ['owner'] } } })
    },
  },
]

export const cheats: readonly Trial[] = [...duringTheWork, ...atTheEnd]
