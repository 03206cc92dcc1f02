/** Falls above the box, evidence older than the first reading, and two works of one technician. */
import type { Event } from '@hilo/contract/events/events.ts'
import { control, cut, day, fall, mend, oltDown, oltUp, plug, prepare, quarter, unplug } from './acts.ts'
import {
  blocked,
  cutAndBack,
  inDoubt,
  shared,
  unplugged,
  untouched,
  withCuts,
  type Expected,
  type Fate,
} from './expect.ts'
import type { Scene } from './scene.ts'
import type { Hand } from './stage.ts'
import { inBothVariants, trials, type Play, type Trial } from './trial.ts'

const row5 = inBothVariants(5, {
  'the tree falls and is back after 25 s': { during: fall(25), says: { closed: true } },
  'the tree falls and is back after 240 s': { during: fall(240), says: { closed: true } },
  'the tree falls and is back while the OLT is silent, found by reading alone': {
    during: [oltDown, ...fall(40), oltUp, 31],
    // Without an alarm the feeder of the box may have fallen: no blame either.
    says: { closed: true, others: { ...untouched, class: ['igual', 'no_concluyente'] } },
  },
  'the tree falls and comes back after the closing, before the first control': {
    after: [120, ...fall(40), control(quarter)],
    says: { code: true, closed: true, control: { phase: 'control_15min', verdict: ['limpia'] } },
  },
})

/** All hairs of the box at once: no single pull. */
const feeder: Fate = { truth: 'untouched', class: ['no_concluyente'], blame: false, case: null, told: ['neutral_box'] }
const back: Fate = { ...feeder, told: [], case: false }

const row6 = inBothVariants(6, {
  'the tree falls and nobody of it was lit outside the box; closing waits for the light': {
    lone: true,
    async play({ stage, run, workWith, ending, says }) {
      const work = await workWith(unplug(), 120)
      await says(work, { ...inDoubt, closed: false, others: feeder })
      await run(plug(), 62)
      await stage.endAgain(work, ending)
      await says(work, { ...inDoubt, others: back })
    },
  },
  'the tree of a lone box falls and is back before the closing': {
    lone: true,
    during: fall(90),
    says: { ...inDoubt, others: back },
  },
})

const row7 = inBothVariants(7, {
  'cut while the OLT is silent, between the request and the first reading': {
    before: [oltDown],
    requested: [3, unplug(2), 3, oltUp],
    says: { ...blocked, fates: { 2: unplugged } },
  },
  'cut in the second after the request': async ({ stage, hand, run, end, says }) => {
    const work = await stage.begin(hand)
    await run(unplug(2))
    await stage.opened(work)
    await end(work)
    await says(work, { ...blocked, fates: { 2: unplugged } })
  },
  'cut between the prepared reading and the request': {
    before: [prepare, 600, unplug(2), 120],
    says: { ...blocked, fates: { 2: unplugged } },
  },
})

/** A clean work is closed, and another one opens in its control window; then a neighbour is cut and left. */
const soonAfter =
  (next: (scene: Scene) => Promise<Hand> | Hand, expected: Expected): Play =>
  async (scene) => {
    const { stage, hand, end, says } = scene
    await stage.end(await stage.start(hand), 'cancel')
    await stage.clock(300)
    const work = await stage.start(await next(scene))
    await stage.cut(2)
    await end(work)
    await says(work, expected)
  }
const blamedCut: Expected = { ...blocked, fates: { 2: unplugged } }
const sharedCut: Expected = { ...inDoubt, closed: false, fates: { 2: shared(unplugged) } }

const row8 = trials(8, {
  'the same technician opens the box twice and is refused; his harm stays his': {
    cheat: 'opening twice',
    async play({ stage, hand, end, says, fault }) {
      await stage.ask('admin_vno/settings/edit', { values: { open_events: 3 } }, hand.admin)
      const work = await stage.start(hand)
      const second = await stage.request(hand)
      const { error, record } = second.body as { error?: string; record?: Pick<Event, 'id'> }
      if (second.status !== 409 || error !== 'EVENT_ALREADY_OPEN' || record?.id !== work.id)
        fault(`a second opening is answered with ${second.status} ${error} ${record?.id}`)
      await stage.cut(2)
      await end(work)
      await says(work, blamedCut)
    },
  },
  'cut in a work of the same technician, in the control window of an earlier one: his': soonAfter(
    ({ hand }) => hand,
    blamedCut,
  ),
  'cut in a work of a colleague of his operator, in the control window of an earlier one: his': soonAfter(
    ({ stage, hand }) => stage.hand(hand.vno),
    blamedCut,
  ),
  'cut in a work of another operator, in the control window of an earlier one: shared': soonAfter(
    ({ stage }) => stage.hand(),
    sharedCut,
  ),
  'two technicians of one operator: the operator answers, and it is not shared': async (scene) => {
    const { stage, hand, end, says } = scene
    const other = await stage.hand(hand.vno)
    const [work, second] = [await stage.start(hand), await stage.start(other)]
    await stage.cut(2)
    await end(work)
    await says(work, blamedCut)
    await says(second, { fates: { 2: { ...unplugged, case: null } } })
  },
  'two technicians of two operators: shared, blames none of them': async ({ stage, hand, end, says }) => {
    const other = await stage.hand()
    const [work, second] = [await stage.start(hand), await stage.start(other)]
    await stage.cut(2)
    await end(work)
    await says(work, sharedCut)
    await stage.end(second, 'cancel')
    await says(second, sharedCut)
  },
  'a technician who works alone after another one has closed and been controlled answers alone': async (scene) => {
    const { stage, run, workWith, says } = scene
    const first = await stage.start(await stage.hand())
    await stage.end(first, 'cancel')
    await run(control(quarter), control(day))
    const work = await workWith(cut(2), 40, mend(2))
    await says(work, { ...withCuts, fates: { 2: cutAndBack } })
  },
})

export const rows5to8: readonly Trial[] = [...row5, ...row6, ...row7, ...row8]
