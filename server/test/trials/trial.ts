/** A trial: something that happens at a box while somebody works in it, and what the product must say of it. */
import type { Expected, Score } from './expect.ts'
import { compare } from './expect.ts'
import { Stage, type Ending, type Hand, type Work } from './stage.ts'
import type { Door } from './door.ts'

export interface Trial {
  /** Row of the table of trials, from 1. */
  row: number
  name: string
  /** Name of the cheat that this trial is, if it is one. */
  cheat?: string
  play(door: Door, score: Score): Promise<void>
}

export interface Scene {
  stage: Stage
  hand: Hand
  says(work: Work, expected: Expected): Promise<void>
  fault(text: string): void
}

/** @param over `own`: the technician works for the operator whose customers the neighbours are */
export async function setScene(
  door: Door,
  score: Score,
  over: { own?: boolean; count?: number; lone?: boolean } = {},
): Promise<Scene> {
  const stage = await Stage.set(door, over)
  const hand = await stage.hand(over.own === true ? stage.box.owner : undefined)
  return {
    stage,
    hand,
    says: (work, expected) => compare(stage, work, expected, score),
    fault: (text) => score.faults.push({ kind: 'other', text }),
  }
}

export interface Variant {
  ending: Ending
  own: boolean
}
/** Both endings, with customers of the technician's operator and of another one. */
export const variants: readonly Variant[] = [
  { ending: 'finalize', own: false },
  { ending: 'cancel', own: true },
]
export const nameOf = ({ ending, own }: Variant): string => `${ending}, ${own ? 'own operator' : 'another operator'}`
