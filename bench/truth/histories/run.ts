/** Plays histories one after another: they share the clock. */
import type { Door } from '../../../server/test/trials/api-access.ts'
import type { Bound } from '../report.ts'
import type { KindRow } from '../kinds.ts'
import { drawStory, kinds, type Kind } from './draw.ts'
import { judgeCourse, type Judged } from './judge.ts'
import { playStory } from './play.ts'

interface PlayedHistory {
  turn: number
  kinds: Kind[]
  judged: Judged
  alarms: number[]
  /** Why it could not be played. */
  trouble: string | null
}

const none = (): Judged => ({ harmed: 0, found: 0, untouched: 0, missed: [], blamed: [], late: [], other: [] })

export async function playHistories(door: Door, seed: number, turns: readonly number[]): Promise<PlayedHistory[]> {
  const played: PlayedHistory[] = []
  for (const turn of turns) {
    const story = drawStory(seed, turn)
    const one: PlayedHistory = { turn, kinds: story.kinds, judged: none(), alarms: [], trouble: null }
    try {
      const course = await playStory(door, story)
      one.alarms = course.alarms
      one.judged = await judgeCourse(course)
    } catch (thrown) {
      one.trouble = thrown instanceof Error ? thrown.message : String(thrown)
    }
    played.push(one)
    const { missed, blamed, late, other } = one.judged
    const wrong = [
      ...missed.map((text) => `missed: ${text}`),
      ...blamed.map((text) => `blamed: ${text}`),
      ...late.map((text) => `late: ${text}`),
      ...other,
      ...(one.trouble ? [one.trouble] : []),
    ]
    process.stdout.write(`${wrong.length === 0 ? '✓' : '✗'} history ${turn}: ${story.kinds.join(', ')}\n`)
    for (const text of wrong) process.stdout.write(`    ${text}\n`)
    if (wrong.length > 0) process.stdout.write(`    ${JSON.stringify(story)}\n`)
  }
  return played
}

const sum = (values: readonly number[]) => values.reduce((total, one) => total + one, 0)
const count = (played: readonly PlayedHistory[], of: (judged: Judged) => number) =>
  sum(played.map((one) => of(one.judged)))
const troubled = (played: readonly PlayedHistory[]) => played.filter(({ trouble }) => trouble !== null).length

export function historyBounds(played: readonly PlayedHistory[]): Bound[] {
  const none = (name: string, value: number): Bound => ({
    name: `histories: ${name}`,
    value: String(value),
    bound: '0',
    holds: value === 0,
  })
  return [
    none(
      'harm missed',
      count(played, ({ missed }) => missed.length),
    ),
    none(
      'blamed who never touched it',
      count(played, ({ blamed }) => blamed.length),
    ),
    none(
      'found, and told to nobody or too late',
      count(played, ({ late }) => late.length),
    ),
    none(
      'ends that are not as they should be, or cannot be played',
      count(played, ({ other }) => other.length) + troubled(played),
    ),
  ]
}

/** A history of two kinds counts in both. */
export const historyKinds = (played: readonly PlayedHistory[]): KindRow[] =>
  kinds.map((kind): KindRow => {
    const some = played.filter((one) => one.kinds.includes(kind))
    return {
      kind: `history: ${kind.replaceAll('_', ' ')}`,
      played: some.length,
      harmed: count(some, ({ harmed }) => harmed),
      found: count(some, ({ found }) => found),
      blamed: count(some, ({ blamed }) => blamed.length),
      untouched: count(some, ({ untouched }) => untouched),
      late: count(some, ({ late }) => late.length),
      other: count(some, ({ other }) => other.length) + troubled(some),
      alarms: some.flatMap(({ alarms }) => alarms),
    }
  })
