/** Harm among works of two operators, events after the closing, and gradual losses of connectors. */
import type { Verdict } from '@hilo/domain/status.ts'
import { cutAndBack, shared, switchedOff, unplugged, weakened, type Fate } from './expect.ts'
import { nameOf, setScene, variants, type Scene, type Trial } from './trial.ts'

const day = 86_400
const quarter = 15 * 60

/** Expected statements about two works of two operators in one box, by event. */
const together: readonly { name: string; fate: Fate; closed: boolean; happens(scene: Scene): Promise<void> }[] = [
  {
    name: 'a cut of 40 s that is put back',
    fate: cutAndBack,
    closed: true,
    async happens({ stage }) {
      await stage.cut(2)
      await stage.clock(39)
      await stage.mend(2)
    },
  },
  {
    name: 'a loss of 4 dB',
    fate: { ...weakened, told: ['owner'] },
    closed: true,
    async happens({ stage }) {
      await stage.act({ action: 'degrade', port: 2, db: 4 })
      await stage.clock(5)
    },
  },
  {
    name: 'a cut that lasts',
    fate: unplugged,
    closed: false,
    happens: ({ stage }) => stage.cut(2),
  },
]

const row9: Trial[] = variants.flatMap((variant) =>
  together.map(({ name, fate, closed, happens }): Trial => ({
    row: 9,
    name: `row 9: ${name} while two operators work in the box blames none of them (${nameOf(variant)})`,
    async play(door, score) {
      const scene = await setScene(door, score, variant)
      const { stage, hand } = scene
      const [first, second] = [await stage.start(hand), await stage.start(await stage.hand())]
      await happens(scene)
      for (const work of [first, second]) {
        await stage.end(work, variant.ending)
        const fates = { 2: { ...shared(fate), case: fate.case ? null : false } }
        await scene.says(work, { verdict: ['no_concluyente'], code: false, closed, fates })
      }
    },
  })),
)

/** A clean work, and an event between its closing and a control. */
function afterwards(
  name: string,
  control: 'control_15min' | 'control_24h',
  happens: (scene: Scene) => Promise<unknown>,
  fate: Fate,
  verdict: Verdict,
  more: { cheat?: string; code?: boolean } = {},
): Trial[] {
  return variants.map((variant): Trial => ({
    row: 10,
    name: `row 10: ${name}, seen by ${control} (${nameOf(variant)})`,
    ...(more.cheat !== undefined && { cheat: more.cheat }),
    async play(door, score) {
      const scene = await setScene(door, score, variant)
      const { stage, hand } = scene
      const work = await stage.start(hand)
      await stage.end(work, variant.ending)
      await scene.says(work, { verdict: ['limpia'], code: true, closed: true })
      if (control === 'control_24h') await stage.control(quarter)
      else await stage.clock(60)
      await happens(scene)
      await stage.control(control === 'control_24h' ? day : quarter)
      // The neutral operator is notified of a case a quarter of an hour later.
      await stage.clock(16 * 60)
      const looked = { phase: control, verdict: [verdict] }
      await scene.says(work, { code: more.code === true, closed: true, fates: { 2: fate }, control: looked })
    },
  }))
}

const weaken = async ({ stage }: Scene) => {
  await stage.act({ action: 'degrade', port: 2, db: 6 })
}
const pullAndRestore = async ({ stage }: Scene) => {
  await stage.act({ action: 'unplug', port: 2 })
  await stage.clock(60)
  await stage.act({ action: 'plug', port: 2 })
  await stage.clock(10)
}
const leave = async ({ stage }: Scene) => {
  await stage.act({ action: 'unplug', port: 2 })
}
/** Found after the closing: the technician has left, so both operators are notified. */
const lateCut: Fate = { ...unplugged, told: ['owner'] }
const lateAndBack: Fate = { ...cutAndBack, told: ['owner'] }

const row10: Trial[] = [
  ...afterwards('weakened by 6 dB after the closing', 'control_15min', weaken, weakened, 'degradada'),
  ...afterwards('weakened by 6 dB after the first control', 'control_24h', weaken, weakened, 'degradada'),
  ...afterwards('pulled and put back after the closing', 'control_15min', pullAndRestore, lateAndBack, 'con_cortes', {
    cheat: 'pulling and restoring between closing and the first control',
  }),
  ...afterwards(
    'pulled and put back after the first control',
    'control_24h',
    pullAndRestore,
    lateAndBack,
    'con_cortes',
  ),
  ...afterwards('pulled and left after the closing', 'control_15min', leave, lateCut, 'con_desconectados'),
  ...afterwards('pulled and left after the first control', 'control_24h', leave, lateCut, 'con_desconectados'),
  ...afterwards(
    'switched off after the closing',
    'control_15min',
    ({ stage }) => stage.act({ action: 'power_off', port: 2 }),
    switchedOff,
    'limpia',
    { code: true },
  ),
  ...variants.map((variant): Trial => ({
    row: 10,
    name: `row 10: cut while switched off, still dark a day later: one line to his operator, no blame (${nameOf(variant)})`,
    cheat: 'cutting somebody who is switched off',
    async play(door, score) {
      const scene = await setScene(door, score, variant)
      const { stage, hand } = scene
      const work = await stage.start(hand)
      await stage.act({ action: 'power_off', port: 2 })
      await stage.clock(30)
      await stage.act({ action: 'unplug', port: 2 })
      await stage.clock(5)
      await stage.end(work, variant.ending)
      await scene.says(work, { closed: true, fates: { 2: switchedOff } })
      await stage.act({ action: 'power_on', port: 2 })
      await stage.control(quarter)
      await stage.control(day)
      const fate: Fate = { ...switchedOff, truth: 'undecidable', told: ['owner'], case: null }
      const looked = { phase: 'control_24h', verdict: ['limpia'] } as const
      await scene.says(work, { closed: true, fates: { 2: fate }, control: looked })
    },
  })),
]

/** A loss during the work. */
const losses: readonly { db: number; fate: Fate }[] = [
  { db: 4, fate: weakened },
  { db: 2.5, fate: { ...weakened, level: 'aviso', case: false, told: ['owner'] } },
]
const row11: Trial[] = variants.flatMap((variant) => [
  ...losses.map(({ db, fate }): Trial => ({
    row: 11,
    name: `row 11: a neighbour loses ${db} dB during the work (${nameOf(variant)})`,
    async play(door, score) {
      const scene = await setScene(door, score, variant)
      const { stage, hand } = scene
      await stage.days(3)
      const work = await stage.start(hand)
      await stage.act({ action: 'degrade', port: 2, db })
      await stage.clock(5)
      await stage.end(work, variant.ending)
      // The neutral operator may be notified later than the neighbour's own.
      await stage.control(quarter)
      await scene.says(work, { verdict: ['degradada'], code: false, closed: true, fates: { 2: fate } })
    },
  })),
  {
    row: 11,
    name: `row 11: a neighbour gains and loses 1 dB: nothing is said (${nameOf(variant)})`,
    async play(door, score) {
      const scene = await setScene(door, score, variant)
      const { stage, hand } = scene
      await stage.days(3)
      const work = await stage.start(hand)
      await stage.act({ action: 'degrade', port: 2, db: 1 })
      await stage.clock(5)
      await stage.end(work, variant.ending)
      await scene.says(work, { verdict: ['limpia'], code: true, closed: true })
    },
  },
])

const row12: Trial[] = (['one technician', 'three technicians of three operators'] as const).map((who): Trial => ({
  row: 12,
  name: `row 12: 1.9 dB in each of three works by ${who}`,
  cheat: '1.9 dB in each of three works',
  async play(door, score) {
    const scene = await setScene(door, score)
    const { stage, hand } = scene
    await stage.days(8)
    for (const turn of [1, 2, 3]) {
      const work = await stage.start(who === 'one technician' || turn === 1 ? hand : await stage.hand())
      await stage.act({ action: 'degrade', port: 2, db: 1.9 })
      await stage.clock(5)
      await stage.end(work, 'finalize')
      const degraded: Fate = { ...weakened, told: ['owner'] }
      // Noise of two readings may add 2 dB to the first loss.
      if (turn === 1) await scene.says(work, { closed: true, fates: { 2: null } })
      else await scene.says(work, { verdict: ['degradada'], code: false, closed: true, fates: { 2: degraded } })
      await stage.control(quarter)
      await stage.control(day)
      await stage.days(1)
    }
  },
}))

export const rows9to12: readonly Trial[] = [...row9, ...row10, ...row11, ...row12]
