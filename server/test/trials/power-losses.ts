/** Losses of power that this work did not cause: before its request, during a later work, or in the feeder of the box. */
import {
  control,
  day,
  days,
  elsewhere,
  hour,
  oltDown,
  oltUp,
  plug,
  powerOff,
  powerOn,
  quarter,
  unplug,
  weaken,
} from './acts.ts'
import { clean, degraded, doubtful, inDoubt, shared, weakened, withShortCuts, type Fate } from './expect.ts'
import type { Deed } from './stage.ts'
import { inBothVariants, trials, type Trial } from './trial.ts'

/** A loss of power that may be older than the request: the customer's operator is notified, no case is opened. */
const lessLight: Fate = { ...doubtful, case: false }
const undecided = { phase: 'control_15min', verdict: ['no_concluyente'] } as const

const later = inBothVariants(null, ({ own: colleague }) => ({
  '4 dB lost during a later work leave the code of the earlier one': {
    own: false,
    async play({ stage, hand, run, end, says }) {
      const first = await stage.start(hand)
      await stage.end(first, 'finalize')
      await run(control(quarter), 3 * hour)
      const second = await stage.start(await stage.hand(colleague ? hand.vno : undefined))
      await run(60, weaken(2, 4), 60)
      await end(second)
      await run(control(day - 3 * hour - quarter))
      // The loss is a case of the later work alone.
      await says(first, clean)
      const fate: Fate = { ...(colleague ? weakened : shared(weakened)), told: ['owner'] }
      await says(second, { code: false, closed: true, fates: { 2: fate } })
    },
  },
}))

const loss: Deed = { action: 'degrade', db: 4 }
const treeLoss = [loss, elsewhere(loss), 60]

const once = trials(null, {
  'a visit of another operator after a loss of 4 dB frees nobody, and is told nothing': async (scene) => {
    const { stage, run, workWith, end, says } = scene
    const first = await workWith(weaken(2, 4), 60)
    await says(first, { ...degraded, fates: { 2: { ...weakened, told: [] } } })
    await run(quarter + 60)
    const second = await stage.start(await stage.hand())
    await run(60)
    await end(second)
    await says(second, clean)
    await run(control(day))
    const looked = { phase: 'control_24h', verdict: ['degradada'] } as const
    await says(first, { code: false, closed: true, fates: { 2: weakened }, control: looked })
  },
  '6 dB lost between the request and a first reading that came late': {
    cheat: 'bending a hair before the first reading',
    async play({ stage, hand, run, end, says, fault }) {
      await run(days(12), oltDown)
      const work = await stage.begin(hand)
      await run(2, weaken(2, 6), 25, oltUp)
      await stage.retry(work)
      await run(120)
      await end(work)
      await says(work, { verdict: ['degradada'], code: false, fates: { 2: { ...weakened, told: ['owner'] } } })
      // Measured against the weak first reading, the next one would close the case.
      const lit = (await stage.cases(work)).find(({ port }) => port === 2)?.rx_before ?? -Infinity
      if (lit < -22) fault(`the case counts ${lit} dBm as the power before the work`)
    },
  },
  'pulled for 10 minutes and put back 6 dB weaker, 40 s before the request': {
    cheat: 'bending a hair before the request',
    before: [days(12), unplug(2), 600, plug(2), weaken(2, 6), 40],
    during: [120],
    says: { ...inDoubt, fates: { 2: lessLight } },
  },
  'switched off at the request, weakened by 6 dB in the work, switched on after it: the code is withdrawn': {
    cheat: 'bending the hair of somebody who is switched off',
    async play({ run, workWith, says }) {
      await run(days(4), powerOff(2), 2 * hour)
      const work = await workWith(weaken(2, 6), 60)
      await says(work, clean)
      await run(powerOn(2), 60, control(quarter))
      await says(work, { code: false, closed: true, fates: { 2: lessLight }, control: undecided })
    },
  },
  'the whole tree loses 4 dB during the work: nobody is blamed': {
    before: [days(3)],
    during: treeLoss,
    after: [control(quarter)],
    says: { ...inDoubt, others: lessLight },
  },
  'the whole tree loses 4 dB after the closing: nobody is blamed': {
    before: [days(3)],
    after: [...treeLoss, control(quarter)],
    says: { code: true, closed: true, others: lessLight, control: undecided },
  },
  'touches of a later work of another operator, which add up only with an earlier one, leave the earlier code': {
    async play({ stage, run, workWith, end, says }) {
      const first = await workWith(unplug(2), 10, plug(2), 120)
      await says(first, { ...withShortCuts, fates: { 2: null } })
      await run(control(quarter))
      const second = await stage.start(await stage.hand())
      for (let touch = 0; touch < 4; touch++) await run(unplug(2), 13, plug(2), 120)
      await end(second)
      await run(control(day))
      await says(first, { code: true, closed: true, fates: { 2: null } })
    },
  },
})

export const powerLosses: readonly Trial[] = [...later, ...once]
