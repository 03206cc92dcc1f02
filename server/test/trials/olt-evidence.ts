/** Wrong, late or missing answers of an OLT: no work is blamed for them, and they hide no harm. */
import type { Output } from '@hilo/contract/index.ts'
import { askBusinessNow } from '../../kernel/sql/business-time.ts'
import type { Manner } from '../../plant/simulated/manner.ts'
import type { Door } from './api-access.ts'
import { cutAndBack, unplugged, untouched, weakened, type Expected, type Fate } from './expect.ts'
import { behave, blocked, everybody, oddRow } from './faulty-olt.ts'
import type { Stage } from './stage.ts'
import { setScene, type Scene, type Trial } from './trial.ts'
import { wrongZone } from './wrong-zone.ts'

const row = oddRow
const hour = 3_600_000

async function cutFor({ stage }: Scene, port: number, seconds: number): Promise<void> {
  await stage.act({ action: 'unplug', port })
  await stage.clock(seconds)
  await stage.act({ action: 'plug', port })
  await stage.clock(10)
}

/** A neighbour is cut and left, behind an OLT with one fault. */
function left(name: string, manner: Manner, fate: Fate = unplugged): Trial {
  return {
    row,
    name: `cut and left, where ${name}`,
    async play(door, score) {
      const scene = await setScene(door, score)
      const { stage, hand } = scene
      await behave(door, stage, manner)
      const work = await stage.start(hand)
      await stage.cut(2)
      await stage.end(work, 'finalize')
      await scene.says(work, { ...blocked, fates: { 2: fate } })
    },
  }
}

/** The same, reconnected after 40 s. */
function putBack(name: string, manner: Manner, expected: Partial<Expected> = {}): Trial {
  return {
    row,
    name: `cut for 40 s and put back, where ${name}`,
    async play(door, score) {
      const scene = await setScene(door, score)
      const { stage, hand } = scene
      await behave(door, stage, manner)
      const work = await stage.start(hand)
      await cutFor(scene, 2, 40)
      await stage.end(work, 'finalize')
      await scene.says(work, {
        verdict: ['con_cortes'],
        code: false,
        closed: true,
        fates: { 2: cutAndBack },
        ...expected,
      })
    },
  }
}

/** A fall that was over before the request stays there, whatever happens to its alarms and the clock. */
function before(name: string, manner: Manner, during?: (door: Door, stage: Stage) => Promise<void>): Trial {
  return {
    row,
    name: `a cut that was over before the request is no work's, where ${name}`,
    async play(door, score) {
      const scene = await setScene(door, score)
      const { stage, hand } = scene
      // The clock is measured before anything happens.
      await stage.ask('admin_vno/neighbors/queryState', { cto_id: stage.box.cto.id }, stage.neutral)
      await behave(door, stage, manner)
      await cutFor(scene, 2, 40)
      await stage.clock(30)
      const work = await stage.start(hand)
      await during?.(door, stage)
      await stage.clock(1260)
      await stage.end(work, 'finalize')
      await scene.says(work, { closed: true, fates: everybody(stage, untouched) })
    },
  }
}

const clocks: readonly [string, Manner][] = [
  ['its clock is an hour behind', { clockMs: -hour }],
  ['its clock is an hour ahead', { clockMs: hour }],
  ['it does not tell its clock', { clockSilent: true }],
  ['it dates no falls', { unsupported: ['times'] }],
]

/** The clock jumps, and is measured until it is confirmed. */
const jump = (byMs: number) => async (door: Door, stage: Stage) => {
  await behave(door, stage, { clockJump: { from: (await askBusinessNow(door.db)).toISOString(), byMs } })
  for (let look = 0; look < 2; look++) {
    await stage.clock(700)
    await stage.ask('admin_vno/neighbors/queryState', { cto_id: stage.box.cto.id }, stage.neutral)
  }
}

const lateBy = (ms: number): Manner => ({ late: 1, lateMs: [ms, ms] })

/** The clock cannot be measured while the alarms come that are two minutes late. */
const unmeasured = async (door: Door, stage: Stage) => {
  await behave(door, stage, { ...lateBy(120_000), clockSilent: true })
  await stage.clock(90)
  await behave(door, stage, lateBy(120_000))
}

const evidence: Trial[] = [
  ...clocks.flatMap(([name, manner]) => [left(name, manner), putBack(name, manner)]),
  ...[5000, 120_000, 20 * 60_000].flatMap((ms) => [
    left(`alarms come ${ms / 1000} s late`, lateBy(ms)),
    putBack(`alarms come ${ms / 1000} s late`, lateBy(ms)),
    before(`alarms come ${ms / 1000} s late`, lateBy(ms)),
  ]),
  before('alarms come 120 s late, and the clock is not told until later', lateBy(120_000), unmeasured),
  left('no alarm comes', { lost: 1 }),
  putBack('no alarm comes', { lost: 1 }),
  putBack('every alarm comes twice, up to two minutes later', { doubled: 1, late: 0.5, lateMs: [1000, 120_000] }),
  before('every alarm comes twice, up to two minutes later', { doubled: 1, late: 0.5, lateMs: [1000, 120_000] }),
  left('alarms name no serial', { nameless: true }),
  putBack('alarms name no serial', { nameless: true }),
  left('no alarm comes and the rows show an earlier fall', { lost: 1, staleRows: 1 }),
  left('no powers are told', { unsupported: ['rx', 'oltRx'] }),
  before('the clock jumps back by four minutes in the work', {}, jump(-4 * 60_000)),
  before('the clock jumps ahead by an hour in the work', {}, jump(hour)),
]

/** A row with an earlier fall and its cause explains no present darkness. */
const staleRow: Trial = {
  row,
  name: 'a customer falls silent, and the row of his ONT still shows an earlier loss of light: nobody is blamed',
  async play(door, score) {
    const scene = await setScene(door, score)
    const { stage, hand } = scene
    await behave(door, stage, { gasps: 0, staleRows: 1 })
    const work = await stage.start(hand)
    await stage.act({ action: 'power_off', port: 2 })
    await stage.clock(60)
    await stage.end(work, 'finalize')
    const silent: Fate = { ...untouched, class: ['no_concluyente'], case: null }
    await scene.says(work, { code: false, closed: true, fates: { 2: silent } })
  },
}

/** The clock jumps during a work, then a neighbour is cut. */
const jumped: Trial[] = [-hour, -4 * 60_000, 4 * 60_000, hour].flatMap((byMs): Trial[] =>
  ([true, false] as const).map((lost) => ({
    row,
    name: `cut and left after the clock has jumped by ${byMs / 60_000} min${lost ? ', found by reading alone' : ''}`,
    async play(door, score) {
      const scene = await setScene(door, score)
      const { stage, hand } = scene
      const work = await stage.start(hand)
      const from = (await askBusinessNow(door.db)).toISOString()
      await behave(door, stage, { clockJump: { from, byMs }, ...(lost && { lost: 1 }) })
      await stage.clock(61)
      await stage.cut(2)
      await stage.end(work, 'finalize')
      await scene.says(work, { ...blocked, fates: { 2: unplugged } })
    },
  })),
)

/** How long the OLT of `kept` answers with the same powers, ms: it measures at the full quarters of an hour. */
const keptMs = 15 * 60_000
/** Cached powers from before the hand left prove nothing at the closing: the first control reads newer ones. */
const kept: Trial = {
  row,
  name: 'a connector that loses 6 dB, where the OLT answers with powers of up to a quarter of an hour ago',
  async play(door, score) {
    const scene = await setScene(door, score)
    const { stage, hand } = scene
    await behave(door, stage, { powersKeptMs: keptMs })
    // The work lies between two measurements.
    const now = await askBusinessNow(door.db)
    await stage.clock(1 + Math.ceil((keptMs - (now.getTime() % keptMs)) / 1000))
    const work = await stage.start(hand)
    await stage.act({ action: 'degrade', port: 2, db: 6 })
    await stage.clock(5)
    await stage.end(work, 'finalize')
    await scene.says(work, { code: true, closed: true })
    if (!(await stage.report(work)).diff.every((one) => one.power_unchecked))
      scene.fault('old powers are taken for new')
    await stage.control(15 * 60)
    await stage.clock(16 * 60)
    const control = { phase: 'control_15min', verdict: ['degradada'] } as const
    await scene.says(work, { code: false, closed: true, fates: { 2: weakened }, control })
  },
}

/** No newer power until the last control: no attribution, a notice to the neutral operator, and the code states what is unchecked. */
const neverMeasured: Trial = {
  row,
  name: 'no power is measured after the closing: the neutral operator hears of it, and the code says so',
  async play(door, score) {
    const scene = await setScene(door, score)
    const { stage, hand, fault } = scene
    const work = await stage.start(hand)
    await behave(door, stage, { unsupported: ['rx', 'oltRx'] })
    await stage.end(work, 'finalize')
    await stage.control(15 * 60)
    await stage.control(24 * 3600)
    await scene.says(work, { code: true, closed: true })
    const about = ({ kind, text }: { kind: string; text: string }) =>
      kind === 'power_unchecked' && text.includes(stage.box.cto.code)
    const told = (await stage.notices(stage.neutral)).filter(about)
    if (told.length !== 1 || !told[0]?.text.includes('1, 2, 3 y 4'))
      fault(`told ${JSON.stringify(told.map(({ text }) => text))}`)
    const { discharge_code } = await stage.report(work)
    const { record } = await stage.ask<Output<'public/discharge/verify'>>(
      'public/discharge/verify',
      { code: discharge_code },
      '',
    )
    if (record.unchecked !== 4) fault(`the code says that ${record.unchecked} powers are unknown`)
  },
}

/** A customer stays unread until the last control: one line to the operator, no attribution. */
const neverRead: readonly Trial[] = [
  { name: 'the OLT leaves everybody out of its answers', manner: { missing: 1 }, off: [] },
  { name: 'a customer goes offline without a word', manner: { gasps: 0 }, off: [2] },
].map(({ name, manner, off }): Trial => ({
  row,
  name: `${name} at the closing and at the controls: his operator is told in one line`,
  async play(door, score) {
    const scene = await setScene(door, score)
    const { stage, hand, fault } = scene
    const work = await stage.start(hand)
    await behave(door, stage, manner)
    for (const port of off) await stage.act({ action: 'power_off', port })
    await stage.clock(60)
    await stage.end(work, 'finalize')
    await stage.control(15 * 60)
    await stage.control(24 * 3600)
    const silent: Fate = { ...untouched, class: ['no_concluyente'], case: null, told: ['owner'] }
    const fates = off.length > 0 ? { 2: silent } : everybody(stage, silent)
    await scene.says(work, { code: false, closed: true, fates })
    const told = (await stage.notices(stage.owner)).filter(({ kind }) => kind === 'neighbour_unread')
    if (told.length !== Object.keys(fates).length) fault(`told ${told.length} times`)
  },
}))

export const oltEvidence: readonly Trial[] = [
  ...evidence,
  ...wrongZone,
  staleRow,
  ...jumped,
  kept,
  neverMeasured,
  ...neverRead,
]
