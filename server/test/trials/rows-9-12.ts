/** Harm among works of two operators, events after the closing, and gradual losses of connectors. */
import type { Verdict } from '@hilo/domain/status.ts'
import { control, cut, day, days, mend, plug, powerOff, powerOn, quarter, unplug, weaken } from './acts.ts'
import { clean, cutAndBack, degraded, inDoubt, shared, switchedOff, unplugged, weakened, type Fate } from './expect.ts'
import type { Step } from './scene.ts'
import { inBothVariants, trials, type Play, type Story, type Trial } from './trial.ts'

/** Found after the closing: the technician has left, so both operators are notified. */
const lateCut: Fate = { ...unplugged, told: ['owner'] }
const lateAndBack: Fate = { ...cutAndBack, told: ['owner'] }
const lateLoss: Fate = { ...weakened, told: ['owner'] }

/** Two works of two operators in one box. */
const together =
  (fate: Fate, closed: boolean, ...steps: Step[]): Play =>
  async ({ stage, hand, run, end, says }) => {
    const works = [await stage.start(hand), await stage.start(await stage.hand())]
    await run(...steps)
    for (const work of works) {
      await end(work)
      await says(work, { ...inDoubt, closed, fates: { 2: { ...shared(fate), case: fate.case ? null : false } } })
    }
  }

const row9 = inBothVariants(9, {
  'a cut of 40 s that is put back while two operators work in the box blames none of them': together(
    cutAndBack,
    true,
    cut(2),
    39,
    mend(2),
  ),
  'a loss of 4 dB while two operators work in the box blames none of them': together(lateLoss, true, weaken(2, 4), 5),
  'a cut that lasts while two operators work in the box blames none of them': together(unplugged, false, cut(2)),
})

/** A clean work, and an event between its closing and a control. */
const afterwards = (
  name: string,
  phase: 'control_15min' | 'control_24h',
  happens: readonly Step[],
  fate: Fate,
  verdict: Verdict,
  { code = false, ...frame }: { cheat?: string; code?: boolean } = {},
): Record<string, Story> => ({
  [`${name}, seen by ${phase}`]: {
    ...frame,
    async play({ run, workWith, says }) {
      const work = await workWith()
      await says(work, clean)
      await run(phase === 'control_24h' ? control(quarter) : 60)
      await run(...happens)
      // The neutral operator is notified of a case a quarter of an hour later.
      await run(control(phase === 'control_24h' ? day : quarter), 16 * 60)
      await says(work, { code, closed: true, fates: { 2: fate }, control: { phase, verdict: [verdict] } })
    },
  },
})
const pullAndRestore = [unplug(2), 60, plug(2), 10]
const cheat = 'pulling and restoring between closing and the first control'

const row10 = inBothVariants(10, {
  ...afterwards('weakened by 6 dB after the closing', 'control_15min', [weaken(2, 6)], weakened, 'degradada'),
  ...afterwards('weakened by 6 dB after the first control', 'control_24h', [weaken(2, 6)], weakened, 'degradada'),
  ...afterwards('pulled and put back after the closing', 'control_15min', pullAndRestore, lateAndBack, 'con_cortes', {
    cheat,
  }),
  ...afterwards(
    'pulled and put back after the first control',
    'control_24h',
    pullAndRestore,
    lateAndBack,
    'con_cortes',
  ),
  ...afterwards('pulled and left after the closing', 'control_15min', [unplug(2)], lateCut, 'con_desconectados'),
  ...afterwards('pulled and left after the first control', 'control_24h', [unplug(2)], lateCut, 'con_desconectados'),
  ...afterwards('switched off after the closing', 'control_15min', [powerOff(2)], switchedOff, 'limpia', {
    code: true,
  }),
  'cut while switched off, still dark a day later: one line to his operator, no blame': {
    cheat: 'cutting somebody who is switched off',
    async play({ run, workWith, says }) {
      const work = await workWith(powerOff(2), 30, unplug(2), 5)
      await says(work, { closed: true, fates: { 2: switchedOff } })
      await run(powerOn(2), control(quarter), control(day))
      const fate: Fate = { ...switchedOff, truth: 'undecidable', told: ['owner'], case: null }
      await says(work, { closed: true, fates: { 2: fate }, control: { phase: 'control_24h', verdict: ['limpia'] } })
    },
  },
})

const row11 = inBothVariants(11, {
  'a neighbour loses 4 dB during the work': {
    before: [days(3)],
    during: [weaken(2, 4), 5],
    // The neutral operator may be notified later than the neighbour's own.
    after: [control(quarter)],
    says: { ...degraded, fates: { 2: weakened } },
  },
  'a neighbour loses 2.5 dB during the work': {
    before: [days(3)],
    during: [weaken(2, 2.5), 5],
    after: [control(quarter)],
    says: { ...degraded, fates: { 2: { ...lateLoss, level: 'aviso', case: false } } },
  },
  'a neighbour gains and loses 1 dB: nothing is said': {
    before: [days(3)],
    during: [weaken(2, 1), 5],
    says: clean,
  },
})

const small =
  (alone: boolean): Play =>
  async ({ stage, hand, run, end, says }) => {
    await run(days(8))
    for (const turn of [1, 2, 3]) {
      const work = await stage.start(alone || turn === 1 ? hand : await stage.hand())
      await run(weaken(2, 1.9), 5)
      await end(work)
      // Noise of two readings may add 2 dB to the first loss.
      await says(work, turn === 1 ? { closed: true, fates: { 2: null } } : { ...degraded, fates: { 2: lateLoss } })
      await run(control(quarter), control(day), days(1))
    }
  }
const smallLosses = '1.9 dB in each of three works'
const row12 = trials(12, {
  [`${smallLosses} by one technician`]: { cheat: smallLosses, play: small(true) },
  [`${smallLosses} by three technicians of three operators`]: { cheat: smallLosses, play: small(false) },
})

export const rows9to12: readonly Trial[] = [...row9, ...row10, ...row11, ...row12]
