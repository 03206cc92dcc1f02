/** Cheats beyond the table: attempts of a technician who knows it. */
import { control, cut, day, elsewhere, faulty, oltDown, oltRestart, oltUp, plug, quarter, unplug } from './acts.ts'
import { blocked, cutAndBack, doubtful, shortCut, unplugged, withCuts, withShortCuts, type Fate } from './expect.ts'
import { inBothVariants, trials, type Trial } from './trial.ts'

/** The technician has left the box. */
const foundLater: Fate = { ...unplugged, told: ['owner'] }
const undecided = { phase: 'control_15min', verdict: ['no_concluyente'] } as const

const duringTheWork = inBothVariants(null, {
  'cut during a fall of the tree, and ended before the tree is back': {
    during: [unplug(), 60, unplug(2), 5],
    after: [plug(), 310, control(quarter)],
    says: { code: false, closed: true, fates: { 2: { ...doubtful, truth: 'harmed' } }, control: undecided },
  },
  'pulled for 25 s between two readings, every alarm lost': {
    during: [faulty({ lost: 1 }), unplug(2), 25, plug(2), 10],
    says: { ...withCuts, fates: { 2: cutAndBack } },
  },
  'pulled and left, every alarm lost': {
    during: [faulty({ lost: 1 }), unplug(2), 30],
    says: { ...blocked, fates: { 2: unplugged } },
  },
  'pulled five seconds before the tree falls, left': {
    // Less than five: a busy machine adds some.
    during: [unplug(2), 2, unplug(), 120, plug(), 310],
    says: { verdict: ['no_concluyente'], code: false, fates: { 2: doubtful } },
  },
  'pulled seconds before a fall of the tree of which no alarm came: the case takes the blame back': {
    during: [unplug(2), 1, faulty({ lost: 1 }), unplug(), 125, plug(), 310],
    says: { verdict: ['no_concluyente'], code: false, fates: { 2: doubtful } },
  },
  'pulled a minute before the OLT restarts, which forgets it': {
    during: [cut(2), 60, oltRestart, 310],
    says: { ...blocked, fates: { 2: unplugged } },
  },
  'put back in the very seconds in which the end is asked for': async (scene) => {
    const { stage, hand, ending, run, end, says } = scene
    const work = await stage.start(hand)
    await run(cut(2), 60)
    await Promise.all([run(plug(2)), end(work)])
    await stage.endAgain(work, ending)
    await says(work, { ...withCuts, fates: { 2: cutAndBack } })
  },
})

const found = { code: false, closed: false, fates: { 2: foundLater } }

const once = trials(null, {
  'pulled in a tree that was mostly dark before: it excuses no work': {
    before: [...[1, 2, 3, 4].map((port) => elsewhere(unplug(port))), 600],
    // One after the other, as a person would pull them.
    during: [unplug(1), 15, unplug(2), 15, unplug(3), 15],
    says: { ...blocked, fates: { 1: unplugged, 2: unplugged, 3: unplugged } },
  },
  'two neighbours swapped at the splitter keep light and serials: only two short cuts show': {
    during: [{ action: 'swap', port: 1, port_to: 3 }],
    says: { ...withShortCuts, fates: { 1: shortCut, 3: shortCut } },
  },
  'pulled, and given up ten seconds before the operators are told': {
    ending: 'cancel',
    during: [cut(2), 109],
    says: { ...blocked, fates: { 2: unplugged } },
  },
  'pulled and left until the deadline while the OLT is silent: found once it answers': async (scene) => {
    const { stage, hand, run, says } = scene
    const work = await stage.start(hand)
    await run(oltDown, unplug(2), day + 120, oltUp, 2 * quarter)
    await says(work, found)
  },
  'pulled and left while the OLT is silent, the end asked for until the work is in error: found once it answers': {
    during: [oltDown, unplug(2)],
    after: [oltUp, 2 * quarter],
    says: found,
  },
  'a customer of one’s own operator is unplugged, his port named by a maintenance that never opens, which is given up':
    {
      own: true,
      async play({ stage, hand, run, says }) {
        const work = await stage.begin(hand, { port: stage.box.ports[1] })
        // An OLT dates falls by the second: one of the very instant of the request is of before it as well.
        await run(3, unplug(2), 30)
        await stage.door.call('admin_vno/events/cancel', { event_id: work.id, reason: 'No se puede' }, hand.token)
        await run(control(quarter))
        await says(work, { code: false, fates: { 2: foundLater }, control: undecided })
      },
    },
  'pulled while the OLT is silent at the opening, which succeeds later; the technician never comes back: told all the same':
    {
      async play({ stage, hand, run, says }) {
        await run(oltDown)
        const work = await stage.begin(hand)
        await run(3, unplug(2), 3, oltUp)
        await stage.retry(work)
        await run(300, 300, 300, 300)
        await says(work, found)
      },
    },
  'pulled before the opening, which fails until it is given up by the product: found later': async (scene) => {
    const { stage, hand, run, says } = scene
    await run(oltDown)
    const work = await stage.begin(hand)
    await run(unplug(2), ...Array<number>(14).fill(300), oltUp, 2 * quarter)
    await says(work, found)
  },
  'named as the customer to mend, unplugged during the work and given up': {
    own: true,
    async play({ stage, hand, run, says }) {
      const work = await stage.start(hand, { kind: 'averia', access: stage.box.accesses[1]?.id })
      await run(unplug(2), 30)
      await stage.end(work, 'cancel')
      await says(work, { ...blocked, fates: { 2: foundLater } })
    },
  },
})

export const cheats: readonly Trial[] = [...duringTheWork, ...once]
