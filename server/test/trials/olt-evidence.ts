/** Wrong, late or missing answers of an OLT: no work is blamed for them, and they hide no harm. */
import type { Output } from '@hilo/contract/index.ts'
import { askBusinessNow } from '../../kernel/sql/business-time.ts'
import type { Manner } from '../../plant/simulated/manner.ts'
import { behave, control, cut, day, faulty, plug, powerOff, powerOn, quarter, read, unplug, weaken } from './acts.ts'
import { blocked, clean, cutAndBack, inDoubt, unplugged, untouched, weakened, withCuts, type Fate } from './expect.ts'
import type { Step } from './scene.ts'
import { oddRow, trials, type Story, type Trial } from './trial.ts'
import { wrongZone } from './wrong-zone.ts'

type Stories = Record<string, Story>
const hourMs = 3_600_000

/** A neighbour is cut and left, behind an OLT with one fault. */
const left = (name: string, manner: Manner): Stories => ({
  [`cut and left, where ${name}`]: {
    before: [faulty(manner)],
    during: [cut(2)],
    says: { ...blocked, fates: { 2: unplugged } },
  },
})

/** The same, reconnected after 40 s. */
const putBack = (name: string, manner: Manner): Stories => ({
  [`cut for 40 s and put back, where ${name}`]: {
    before: [faulty(manner)],
    during: [unplug(2), 40, plug(2), 10],
    says: { ...withCuts, fates: { 2: cutAndBack } },
  },
})

/** A fall that was over before the request stays there, whatever happens to its alarms and the clock. */
const before = (name: string, manner: Manner, ...during: Step[]): Stories => ({
  [`a cut that was over before the request is no work's, where ${name}`]: {
    // The clock is measured before anything happens.
    before: [read, faulty(manner), unplug(2), 40, plug(2), 10, 30],
    during: [...during, 1260],
    says: { closed: true },
  },
})

/** From now on. */
const jump =
  (byMs: number, manner: Manner = {}): Step =>
  async ({ stage }) => {
    const from = (await askBusinessNow(stage.door.db)).toISOString()
    await behave(stage, { ...manner, clockJump: { from, byMs } })
  }
/** The clock jumps, and is measured until it is confirmed. */
const measured = (byMs: number): Step[] => [jump(byMs), 700, read, 700, read]

const lateBy = (ms: number): Manner => ({ late: 1, lateMs: [ms, ms] })
const [late5, late120, late1200] = [lateBy(5000), lateBy(120_000), lateBy(1_200_000)]
const doubled: Manner = { doubled: 1, late: 0.5, lateMs: [1000, 120_000] }

const evidence: Stories = {
  ...left('its clock is an hour behind', { clockMs: -hourMs }),
  ...putBack('its clock is an hour behind', { clockMs: -hourMs }),
  ...left('its clock is an hour ahead', { clockMs: hourMs }),
  ...putBack('its clock is an hour ahead', { clockMs: hourMs }),
  ...left('it does not tell its clock', { clockSilent: true }),
  ...putBack('it does not tell its clock', { clockSilent: true }),
  ...left('it dates no falls', { unsupported: ['times'] }),
  ...putBack('it dates no falls', { unsupported: ['times'] }),
  ...left('alarms come 5 s late', late5),
  ...putBack('alarms come 5 s late', late5),
  ...before('alarms come 5 s late', late5),
  ...left('alarms come 120 s late', late120),
  ...putBack('alarms come 120 s late', late120),
  ...before('alarms come 120 s late', late120),
  ...left('alarms come 1200 s late', late1200),
  ...putBack('alarms come 1200 s late', late1200),
  ...before('alarms come 1200 s late', late1200),
  // It cannot be measured while the alarms come.
  ...before(
    'alarms come 120 s late, and the clock is not told until later',
    late120,
    faulty({ ...late120, clockSilent: true }),
    90,
    faulty(late120),
  ),
  ...left('no alarm comes', { lost: 1 }),
  ...putBack('no alarm comes', { lost: 1 }),
  ...putBack('every alarm comes twice, up to two minutes later', doubled),
  ...before('every alarm comes twice, up to two minutes later', doubled),
  ...left('alarms name no serial', { nameless: true }),
  ...putBack('alarms name no serial', { nameless: true }),
  ...left('no alarm comes and the rows show an earlier fall', { lost: 1, staleRows: 1 }),
  ...left('no powers are told', { unsupported: ['rx', 'oltRx'] }),
  ...before('the clock jumps back by four minutes in the work', {}, ...measured(-4 * 60_000)),
  ...before('the clock jumps ahead by an hour in the work', {}, ...measured(hourMs)),
}

const silent: Fate = { ...untouched, class: ['no_concluyente'], case: null }

/** A row with an earlier fall and its cause explains no present darkness. */
const staleRow: Stories = {
  'a customer falls silent, and the row of his ONT still shows an earlier loss of light: nobody is blamed': {
    before: [faulty({ gasps: 0, staleRows: 1 })],
    during: [powerOff(2), 60],
    says: { code: false, closed: true, fates: { 2: silent } },
  },
}

/** No dying gasp: no alarm comes of a customer who switches off. */
const silentOnt: Stories = {
  'a customer goes offline without a word: undecided, no case, and no operator is told': async (scene) => {
    const { stage, hand, workWith, says, fault } = scene
    const work = await workWith(faulty({ gasps: 0 }), powerOff(2), 31, read, 120)
    await says(work, { ...inDoubt, fates: { 2: { ...silent, case: false } } })
    for (const token of [stage.owner, stage.neutral, hand.token, hand.admin])
      for (const { kind, text } of await stage.notices(token))
        if (kind.startsWith('neighbour') && text.includes(stage.box.cto.code)) fault(`there is a notice: ${text}`)
  },
  'a customer goes offline without a word, and is back: switched off, no harm': {
    during: [faulty({ gasps: 0 }), powerOff(2), 31, read, powerOn(2), 10, read, 120],
    says: clean,
  },
}

/** The clock jumps during a work, then a neighbour is cut. */
const jumped = (byMs: number): Stories => {
  const name = `cut and left after the clock has jumped by ${byMs / 60_000} min`
  const says = { ...blocked, fates: { 2: unplugged } }
  return {
    [`${name}, found by reading alone`]: { during: [jump(byMs, { lost: 1 }), 61, cut(2)], says },
    [name]: { during: [jump(byMs), 61, cut(2)], says },
  }
}

/** How long the OLT of `kept` answers with the same powers, ms: it measures at the full quarters of an hour. */
const keptMs = quarter * 1000
/** Cached powers from before the hand left prove nothing at the closing: the first control reads newer ones. */
const kept: Stories = {
  'a connector that loses 6 dB, where the OLT answers with powers of up to a quarter of an hour ago': async (scene) => {
    const { stage, run, workWith, says, fault } = scene
    await run(faulty({ powersKeptMs: keptMs }))
    // The work lies between two measurements.
    const now = await askBusinessNow(stage.door.db)
    await run(1 + Math.ceil((keptMs - (now.getTime() % keptMs)) / 1000))
    const work = await workWith(weaken(2, 6), 5)
    await says(work, { code: true, closed: true })
    if (!(await stage.report(work)).diff.every((one) => one.power_unchecked)) fault('old powers are taken for new')
    await run(control(quarter), 16 * 60)
    const looked = { phase: 'control_15min', verdict: ['degradada'] } as const
    await says(work, { code: false, closed: true, fates: { 2: weakened }, control: looked })
  },
}

/** No newer power until the last control: no attribution, a notice to the neutral operator, and the code states what is unchecked. */
const neverMeasured: Stories = {
  'no power is measured after the closing: the neutral operator hears of it, and the code says so': async (scene) => {
    const { stage, run, workWith, says, fault } = scene
    const work = await workWith(faulty({ unsupported: ['rx', 'oltRx'] }))
    await run(control(quarter), control(day))
    await says(work, { code: true, closed: true })
    const about = ({ kind, text }: { kind: string; text: string }) =>
      kind === 'power_unchecked' && text.includes(stage.box.cto.code)
    const told = (await stage.notices(stage.neutral)).filter(about)
    if (told.length !== 1 || !told[0]?.text.includes('1, 2, 3 y 4'))
      fault(`told ${JSON.stringify(told.map(({ text }) => text))}`)
    const code = (await stage.report(work)).discharge_code
    const { record } = await stage.ask<Output<'public/discharge/verify'>>('public/discharge/verify', { code }, '')
    if (record.unchecked !== 4) fault(`the code says that ${record.unchecked} powers are unknown`)
  },
}

/** Customers stay unread until the last control: one line each to the operator, no attribution. */
const neverRead = (name: string, ports: readonly number[], ...during: Step[]): Stories => ({
  [`${name} at the closing and at the controls: his operator is told in one line`]: async (scene) => {
    const { stage, run, workWith, says, fault } = scene
    const work = await workWith(...during, 60)
    await run(control(quarter), control(day))
    const fates = Object.fromEntries(ports.map((port) => [port, { ...silent, told: ['owner'] as const }]))
    await says(work, { code: false, closed: true, fates })
    const told = (await stage.notices(stage.owner)).filter(({ kind }) => kind === 'neighbour_unread')
    if (told.length !== ports.length) fault(`told ${told.length} times`)
  },
})

export const oltEvidence: readonly Trial[] = [
  ...trials(oddRow, evidence),
  ...wrongZone,
  ...trials(oddRow, {
    ...staleRow,
    ...silentOnt,
    ...jumped(-hourMs),
    ...jumped(-4 * 60_000),
    ...jumped(4 * 60_000),
    ...jumped(hourMs),
    ...kept,
    ...neverMeasured,
    ...neverRead('the OLT leaves everybody out of its answers', [1, 2, 3, 4], faulty({ missing: 1 })),
    ...neverRead('a customer goes offline without a word', [2], faulty({ gasps: 0 }), powerOff(2)),
  }),
]
