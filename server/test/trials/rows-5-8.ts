/** Falls above the box, evidence older than the first reading, and two works of one technician. */
import type { Event } from '@hilo/contract/events/events.ts'
import { cutAndBack, shared, unplugged, untouched, type Fate } from './expect.ts'
import type { Hand, Stage } from './stage.ts'
import { nameOf, setScene, variants, type Scene, type Trial } from './trial.ts'

const blocked = { verdict: ['con_desconectados'], code: false, closed: false } as const
const everybody = ({ box }: Stage, fate: Fate): Record<number, Fate> =>
  Object.fromEntries(box.ports.map(({ number }) => [number, fate]))

/** A fall of the tree for so many seconds. */
async function fall(stage: Stage, seconds: number): Promise<void> {
  await stage.act({ action: 'unplug' })
  await stage.clock(seconds)
  await stage.act({ action: 'plug' })
  await stage.clock(61)
}

const row5: Trial[] = variants.flatMap((variant): Trial[] => [
  ...([25, 240] as const).map((seconds): Trial => ({
    row: 5,
    name: `row 5: the tree falls and is back after ${seconds} s (${nameOf(variant)})`,
    async play(door, score) {
      const scene = await setScene(door, score, variant)
      const { stage, hand } = scene
      const work = await stage.start(hand)
      await fall(stage, seconds)
      await stage.end(work, variant.ending)
      await scene.says(work, { closed: true, fates: everybody(stage, untouched) })
    },
  })),
  {
    row: 5,
    name: `row 5: the tree falls and is back while the OLT is silent, found by reading alone (${nameOf(variant)})`,
    async play(door, score) {
      const scene = await setScene(door, score, variant)
      const { stage, hand } = scene
      const work = await stage.start(hand)
      await stage.act({ action: 'olt_down' })
      await fall(stage, 40)
      await stage.act({ action: 'olt_up' })
      await stage.clock(31)
      await stage.end(work, variant.ending)
      // Without an alarm the feeder of the box may have fallen: no blame either.
      const fate: Fate = { ...untouched, class: ['igual', 'no_concluyente'] }
      await scene.says(work, { closed: true, fates: everybody(stage, fate) })
    },
  },
  {
    row: 5,
    name: `row 5: the tree falls and comes back after the closing, before the first control (${nameOf(variant)})`,
    async play(door, score) {
      const scene = await setScene(door, score, variant)
      const { stage, hand } = scene
      const work = await stage.start(hand)
      await stage.end(work, variant.ending)
      await stage.clock(120)
      await fall(stage, 40)
      await stage.control(15 * 60)
      const control = { phase: 'control_15min', verdict: ['limpia'] } as const
      await scene.says(work, { code: true, closed: true, fates: everybody(stage, untouched), control })
    },
  },
])

/** All hairs of the box at once: no single pull. */
const feeder: Fate = { truth: 'untouched', class: ['no_concluyente'], blame: false, case: null, told: ['neutral_box'] }

const row6: Trial[] = variants.flatMap((variant): Trial[] => [
  {
    row: 6,
    name: `row 6: the tree falls and nobody of it was lit outside the box; closing waits for the light (${nameOf(variant)})`,
    async play(door, score) {
      const scene = await setScene(door, score, { ...variant, lone: true })
      const { stage, hand } = scene
      const work = await stage.start(hand)
      await stage.act({ action: 'unplug' })
      await stage.clock(120)
      await stage.end(work, variant.ending)
      await scene.says(work, {
        verdict: ['no_concluyente'],
        code: false,
        closed: false,
        fates: everybody(stage, feeder),
      })
      await stage.act({ action: 'plug' })
      await stage.clock(62)
      await stage.endAgain(work, variant.ending)
      const back: Fate = { ...feeder, told: [], case: false }
      await scene.says(work, { verdict: ['no_concluyente'], code: false, closed: true, fates: everybody(stage, back) })
    },
  },
  {
    row: 6,
    name: `row 6: the tree of a lone box falls and is back before the closing (${nameOf(variant)})`,
    async play(door, score) {
      const scene = await setScene(door, score, { ...variant, lone: true })
      const { stage, hand } = scene
      const work = await stage.start(hand)
      await fall(stage, 90)
      await stage.end(work, variant.ending)
      const back: Fate = { ...feeder, told: [], case: false }
      await scene.says(work, { verdict: ['no_concluyente'], code: false, closed: true, fates: everybody(stage, back) })
    },
  },
])

const row7: Trial[] = variants.flatMap((variant): Trial[] => [
  {
    row: 7,
    name: `row 7: cut while the OLT is silent, between the request and the first reading (${nameOf(variant)})`,
    async play(door, score) {
      const scene = await setScene(door, score, variant)
      const { stage, hand } = scene
      await stage.act({ action: 'olt_down' })
      const work = await stage.begin(hand)
      await stage.clock(3)
      await stage.act({ action: 'unplug', port: 2 })
      await stage.clock(3)
      await stage.act({ action: 'olt_up' })
      await stage.retry(work)
      await stage.end(work, variant.ending)
      await scene.says(work, { ...blocked, fates: { 2: unplugged } })
    },
  },
  {
    row: 7,
    name: `row 7: cut in the second after the request (${nameOf(variant)})`,
    async play(door, score) {
      const scene = await setScene(door, score, variant)
      const { stage, hand } = scene
      const work = await stage.begin(hand)
      await stage.act({ action: 'unplug', port: 2 })
      await stage.opened(work)
      await stage.end(work, variant.ending)
      await scene.says(work, { ...blocked, fates: { 2: unplugged } })
    },
  },
  {
    row: 7,
    name: `row 7: cut between the prepared reading and the request (${nameOf(variant)})`,
    async play(door, score) {
      const scene = await setScene(door, score, variant)
      const { stage, hand } = scene
      await prepare(scene)
      await stage.clock(600)
      await stage.act({ action: 'unplug', port: 2 })
      await stage.clock(120)
      const work = await stage.start(hand)
      await stage.end(work, variant.ending)
      await scene.says(work, { ...blocked, fates: { 2: unplugged } })
    },
  },
])

/** The technician has the box read before arriving. */
export async function prepare({ stage, hand }: Scene): Promise<void> {
  await stage.ask('admin_vno/neighbors/prepare', { cto_id: stage.box.cto.id }, hand.token)
}

/** A second work of the same technician in the box is refused, naming the first. */
const twice: Trial = {
  row: 8,
  name: 'row 8: the same technician opens the box twice and is refused; his harm stays his',
  cheat: 'opening twice',
  async play(door, score) {
    const scene = await setScene(door, score)
    const { stage, hand, fault } = scene
    await stage.ask('admin_vno/settings/edit', { values: { open_events: 3 } }, hand.admin)
    const work = await stage.start(hand)
    const second = await stage.request(hand)
    const { error, record } = second.body as { error?: string; record?: Pick<Event, 'id'> }
    if (second.status !== 409 || error !== 'EVENT_ALREADY_OPEN' || record?.id !== work.id)
      fault(`a second opening is answered with ${second.status} ${error} ${record?.id}`)
    await stage.cut(2)
    await stage.end(work, 'finalize')
    await scene.says(work, { ...blocked, fates: { 2: unplugged } })
  },
}

/** A clean work is closed, and another one opens in its control window; then a neighbour is cut and left. */
const soonAfter: readonly { who: string; shares: boolean; next(scene: Scene): Promise<Hand> }[] = [
  { who: 'the same technician', shares: false, next: ({ hand }) => Promise.resolve(hand) },
  { who: 'a colleague of his operator', shares: false, next: ({ stage, hand }) => stage.hand(hand.vno) },
  { who: 'another operator', shares: true, next: ({ stage }) => stage.hand() },
]

const row8: Trial[] = [
  twice,
  ...soonAfter.map(({ who, shares, next }): Trial => ({
    row: 8,
    name: `row 8: cut in a work of ${who}, in the control window of an earlier one: ${shares ? 'shared' : 'his'}`,
    async play(door, score) {
      const scene = await setScene(door, score)
      const { stage, hand } = scene
      await stage.end(await stage.start(hand), 'cancel')
      await stage.clock(300)
      const work = await stage.start(await next(scene))
      await stage.cut(2)
      await stage.end(work, 'finalize')
      const said = shares ? ({ ...blocked, verdict: ['no_concluyente'] } as const) : blocked
      await scene.says(work, { ...said, fates: { 2: shares ? shared(unplugged) : unplugged } })
    },
  })),
  {
    row: 8,
    name: 'row 8: two technicians of one operator: the operator answers, and it is not shared',
    async play(door, score) {
      const scene = await setScene(door, score)
      const { stage, hand } = scene
      const other = await stage.hand(hand.vno)
      const [work, second] = [await stage.start(hand), await stage.start(other)]
      await stage.cut(2)
      await stage.end(work, 'finalize')
      await scene.says(work, { ...blocked, fates: { 2: unplugged } })
      await scene.says(second, { fates: { 2: { ...unplugged, case: null } } })
    },
  },
  {
    row: 8,
    name: 'row 8: two technicians of two operators: shared, blames none of them',
    async play(door, score) {
      const scene = await setScene(door, score)
      const { stage, hand } = scene
      const other = await stage.hand()
      const [work, second] = [await stage.start(hand), await stage.start(other)]
      await stage.cut(2)
      await stage.end(work, 'finalize')
      const fates = { 2: shared(unplugged) }
      await scene.says(work, { verdict: ['no_concluyente'], code: false, closed: false, fates })
      await stage.end(second, 'cancel')
      await scene.says(second, { verdict: ['no_concluyente'], code: false, closed: false, fates })
    },
  },
  {
    row: 8,
    name: 'row 8: a technician who works alone after another one has closed and been controlled answers alone',
    async play(door, score) {
      const scene = await setScene(door, score)
      const { stage, hand } = scene
      const first = await stage.start(await stage.hand())
      await stage.end(first, 'cancel')
      await stage.control(15 * 60)
      await stage.control(24 * 3600)
      const work = await stage.start(hand)
      await stage.cut(2)
      await stage.clock(40)
      await stage.mend(2)
      await stage.end(work, 'finalize')
      await scene.says(work, { verdict: ['con_cortes'], code: false, closed: true, fates: { 2: cutAndBack } })
    },
  },
]

export const rows5to8: readonly Trial[] = [...row5, ...row6, ...row7, ...row8]
