/** A trial: an event at a box during work, and the expected statements. */
import type { Door } from './api-access.ts'
import type { Expected, Score } from './expect.ts'
import { setScene, type Frame, type Scene, type Step, type Variant } from './scene.ts'

export interface Trial {
  /** Row of the table of trials, from 1; null: beyond the table. */
  row: number | null
  name: string
  /** Name of the cheat, if it is one. */
  cheat?: string
  play(door: Door, score: Score): Promise<void>
}

/** Row number after those of the table: OLTs with faults. */
export const oddRow = 17

/** Both endings, with customers of the technician's operator and of another one. */
export const variants: readonly Variant[] = [
  { ending: 'finalize', own: false },
  { ending: 'cancel', own: true },
]
export const nameOf = ({ ending, own }: Variant): string => `${ending}, ${own ? 'own operator' : 'another operator'}`

export type Play = (scene: Scene) => Promise<void>
interface Told extends Frame {
  cheat?: string
}
/** One work of `hand`, and what is said of it in the end. */
interface OneWork extends Told {
  before?: readonly Step[]
  /** Between the request, which fails, and its repetition. */
  requested?: readonly Step[]
  during?: readonly Step[]
  after?: readonly Step[]
  says: Expected
}
export type Story = Play | OneWork | (Told & { play: Play })
/** By name. */
type Stories = Readonly<Record<string, Story>>

const playOf =
  ({ before = [], requested, during = [], after = [], says }: OneWork): Play =>
  async ({ stage, hand, run, end, says: compared }) => {
    await run(...before)
    const work = requested ? await stage.begin(hand) : await stage.start(hand)
    if (requested) {
      await run(...requested)
      await stage.retry(work)
    }
    await run(...during)
    await end(work)
    await run(...after)
    await compared(work, says)
  }

function trial(row: number | null, name: string, story: Story, variant: Partial<Variant>): Trial {
  const frame = typeof story === 'function' ? { play: story } : story
  const play = 'play' in frame ? frame.play : playOf(frame)
  const { cheat }: Told = frame
  return {
    row,
    name: row === null || row === oddRow ? name : `row ${row}: ${name}`,
    ...(cheat !== undefined && { cheat }),
    play: async (door, score) => await play(await setScene(door, score, { ...variant, ...frame })),
  }
}

/** @param row of the table of trials, null beyond it */
export const trials = (row: number | null, stories: Stories): Trial[] =>
  Object.entries(stories).map(([name, story]) => trial(row, name, story, {}))

/** Each story in both variants, which its name states. */
export const inBothVariants = (row: number | null, stories: Stories | ((variant: Variant) => Stories)): Trial[] =>
  variants.flatMap((variant) =>
    Object.entries(typeof stories === 'function' ? stories(variant) : stories).map(([name, story]) =>
      trial(row, `${name} (${nameOf(variant)})`, story, variant),
    ),
  )
