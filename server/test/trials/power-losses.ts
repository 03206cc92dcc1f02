/** Losses of power that this work did not cause: before its request, during a later work, or in the feeder of the box. */
import { doubtful, shared, untouched, weakened, type Expected, type Fate } from './expect.ts'
import { clean } from './own-port.ts'
import { nameOf, setScene, variants, type Scene, type Trial } from './trial.ts'

const quarter = 15 * 60
const hour = 3600
const day = 24 * hour

const weaken = ({ stage }: Scene, db: number) => stage.act({ action: 'degrade', port: 2, db })
/** A loss of power that may be older than the request: the customer's operator is notified, no case is opened. */
const lessLight: Fate = { ...doubtful, case: false }
const inDoubt: Expected = { verdict: ['no_concluyente'], code: false, closed: true, fates: { 2: lessLight } }

const later: Trial[] = variants.map((variant): Trial => ({
  row: null,
  name: `4 dB lost during a later work leave the code of the earlier one (${nameOf(variant)})`,
  async play(door, score) {
    const scene = await setScene(door, score)
    const { stage, hand } = scene
    const first = await stage.start(hand)
    await stage.end(first, 'finalize')
    await stage.control(quarter)
    await stage.clock(3 * hour)
    const second = await stage.start(await stage.hand(variant.own ? hand.vno : undefined))
    await stage.clock(60)
    await weaken(scene, 4)
    await stage.clock(60)
    await stage.end(second, variant.ending)
    await stage.control(day - 3 * hour - quarter)
    // The loss is a case of the later work alone.
    await scene.says(first, { ...clean, fates: { 2: untouched } })
    const fate = { ...(variant.own ? weakened : shared(weakened)), told: ['owner'] } as const
    await scene.says(second, { code: false, closed: true, fates: { 2: fate } })
  },
}))

const visited: Trial = {
  row: null,
  name: 'a visit of another operator after a loss of 4 dB frees nobody, and is told nothing',
  async play(door, score) {
    const scene = await setScene(door, score)
    const { stage, hand } = scene
    const first = await stage.start(hand)
    await weaken(scene, 4)
    await stage.clock(60)
    await stage.end(first, 'finalize')
    await scene.says(first, {
      verdict: ['degradada'],
      code: false,
      closed: true,
      fates: { 2: { ...weakened, told: [] } },
    })
    await stage.clock(quarter + 60)
    const second = await stage.start(await stage.hand())
    await stage.clock(60)
    await stage.end(second, 'finalize')
    await scene.says(second, { ...clean, fates: { 2: untouched } })
    await stage.control(day)
    const control = { phase: 'control_24h', verdict: ['degradada'] } as const
    await scene.says(first, { code: false, closed: true, fates: { 2: weakened }, control })
  },
}

const atRequest: Trial = {
  row: null,
  name: '6 dB lost between the request and a first reading that came late',
  cheat: 'bending a hair before the first reading',
  async play(door, score) {
    const scene = await setScene(door, score)
    const { stage, hand } = scene
    await stage.days(12)
    await stage.act({ action: 'olt_down' })
    const work = await stage.begin(hand)
    await stage.clock(2)
    await weaken(scene, 6)
    await stage.clock(25)
    await stage.act({ action: 'olt_up' })
    await stage.retry(work)
    await stage.clock(120)
    await stage.end(work, 'finalize')
    await scene.says(work, { verdict: ['degradada'], code: false, fates: { 2: { ...weakened, told: ['owner'] } } })
    // Measured against the weak first reading, the next one would close the case.
    const lit = (await stage.cases(work)).find(({ port }) => port === 2)?.rx_before ?? -Infinity
    if (lit < -22) scene.fault(`the case counts ${lit} dBm as the power before the work`)
  },
}

const before: Trial[] = [
  {
    row: null,
    name: 'pulled for 10 minutes and put back 6 dB weaker, 40 s before the request',
    cheat: 'bending a hair before the request',
    async play(door, score) {
      const scene = await setScene(door, score)
      const { stage, hand } = scene
      await stage.days(12)
      await stage.act({ action: 'unplug', port: 2 })
      await stage.clock(600)
      await stage.act({ action: 'plug', port: 2 })
      await weaken(scene, 6)
      await stage.clock(40)
      const work = await stage.start(hand)
      await stage.clock(120)
      await stage.end(work, 'finalize')
      await scene.says(work, inDoubt)
    },
  },
  {
    row: null,
    name: 'switched off at the request, weakened by 6 dB in the work, switched on after it: the code is withdrawn',
    cheat: 'bending the hair of somebody who is switched off',
    async play(door, score) {
      const scene = await setScene(door, score)
      const { stage, hand } = scene
      await stage.days(4)
      await stage.act({ action: 'power_off', port: 2 })
      await stage.clock(2 * hour)
      const work = await stage.start(hand)
      await weaken(scene, 6)
      await stage.clock(60)
      await stage.end(work, 'finalize')
      await scene.says(work, clean)
      await stage.act({ action: 'power_on', port: 2 })
      await stage.clock(60)
      await stage.control(quarter)
      const control = { phase: 'control_15min', verdict: ['no_concluyente'] } as const
      await scene.says(work, { code: false, closed: true, fates: { 2: lessLight }, control })
    },
  },
]

/** Pulls port 2 so many times for so long, in s, two minutes apart. */
async function touch({ stage }: Scene, count: number, seconds: number): Promise<void> {
  for (let left = count; left > 0; left--) {
    await stage.act({ action: 'unplug', port: 2 })
    await stage.clock(seconds)
    await stage.act({ action: 'plug', port: 2 })
    await stage.clock(120)
  }
}

const touched: Trial = {
  row: null,
  name: 'touches of a later work of another operator, which add up only with an earlier one, leave the earlier code',
  async play(door, score) {
    const scene = await setScene(door, score)
    const { stage, hand } = scene
    const first = await stage.start(hand)
    await touch(scene, 1, 10)
    await stage.end(first, 'finalize')
    await scene.says(first, { verdict: ['con_microcortes'], code: true, closed: true, fates: { 2: null } })
    await stage.control(quarter)
    const second = await stage.start(await stage.hand())
    await touch(scene, 4, 13)
    await stage.end(second, 'finalize')
    await stage.control(day)
    await scene.says(first, { code: true, closed: true, fates: { 2: null } })
  },
}

/** @param after the work has closed clean */
const trunk = (after: boolean): Trial => ({
  row: null,
  name: `the whole tree loses 4 dB ${after ? 'after the closing' : 'during the work'}: nobody is blamed`,
  async play(door, score) {
    const scene = await setScene(door, score)
    const { stage, hand } = scene
    await stage.days(3)
    const work = await stage.start(hand)
    if (after) await stage.end(work, 'finalize')
    await stage.act({ action: 'degrade', db: 4 })
    if (stage.sibling) await stage.act({ action: 'degrade', db: 4 }, stage.sibling)
    await stage.clock(60)
    if (!after) await stage.end(work, 'finalize')
    await stage.control(quarter)
    const fates = Object.fromEntries(stage.box.ports.map(({ number }) => [number, lessLight]))
    const control = { phase: 'control_15min', verdict: ['no_concluyente'] } as const
    const closing: Expected = after ? { code: true, control } : { verdict: ['no_concluyente'], code: false }
    await scene.says(work, { ...closing, closed: true, fates })
  },
})

export const powerLosses: readonly Trial[] = [
  ...later,
  visited,
  atRequest,
  ...before,
  trunk(false),
  trunk(true),
  touched,
]
