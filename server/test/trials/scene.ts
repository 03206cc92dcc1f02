/** A box with a technician, where a trial plays its steps. */
import type { Door } from './api-access.ts'
import { compare, type Expected, type Score } from './expect.ts'
import { Stage, type Deed, type Ending, type Hand, type Work } from './stage.ts'

export interface Variant {
  ending: Ending
  /** The technician works for the neighbours' operator. */
  own: boolean
}

/** Seconds of business time to let pass, an act at the box for which nothing is waited, or any other act. */
export type Step = number | Deed | ((scene: Scene) => Promise<unknown>)

export interface Scene extends Variant {
  stage: Stage
  hand: Hand
  run(...steps: readonly Step[]): Promise<void>
  /** Ends a work as the variant does. */
  end(work: Work): Promise<unknown>
  /** A whole work of `hand`, with these steps between its opening and its end. */
  workWith(...steps: readonly Step[]): Promise<Work>
  says(work: Work, expected: Expected): Promise<void>
  fault(text: string): void
}

export interface Frame extends Partial<Variant> {
  /** Number of neighbours in the box. */
  count?: number
  /** No other ONT on the tree. */
  lone?: boolean
}

export async function setScene(door: Door, score: Score, frame: Frame): Promise<Scene> {
  const { ending = 'finalize', own = false } = frame
  const stage = await Stage.set(door, frame, score.alarms)
  const hand = await stage.hand(own ? stage.box.owner : undefined)
  const scene: Scene = {
    ending,
    own,
    stage,
    hand,
    async run(...steps) {
      for (const step of steps)
        if (typeof step === 'number') await stage.clock(step)
        else await (typeof step === 'function' ? step(scene) : stage.act(step))
    },
    end: (work) => stage.end(work, ending),
    async workWith(...steps) {
      const work = await stage.start(hand)
      await scene.run(...steps)
      await scene.end(work)
      return work
    },
    says: (work, expected) => compare(stage, work, expected, score),
    fault: (text) => score.faults.push({ kind: 'other', text }),
  }
  return scene
}
