/** A trial: an event at a box during work, and the expected statements. */
import type { Expected, Score } from './expect.ts'
import { compare } from './expect.ts'
import type { Manner } from '../../plant/simulated/manner.ts'
import { Stage, type Ending, type Hand, type Work } from './stage.ts'
import type { Door } from './api-access.ts'

export interface Trial {
  /** Row of the table of trials, from 1; null: beyond the table. */
  row: number | null
  name: string
  /** Name of the cheat, if it is one. */
  cheat?: string
  play(door: Door, score: Score): Promise<void>
}

export interface Scene {
  stage: Stage
  hand: Hand
  says(work: Work, expected: Expected): Promise<void>
  fault(text: string): void
}

/** @param over `own`: the technician works for the neighbours' operator */
export async function setScene(
  door: Door,
  score: Score,
  over: { own?: boolean; count?: number; lone?: boolean } = {},
): Promise<Scene> {
  const stage = await Stage.set(door, over, score.alarms)
  const hand = await stage.hand(over.own === true ? stage.box.owner : undefined)
  return {
    stage,
    hand,
    says: (work, expected) => compare(stage, work, expected, score),
    fault: (text) => score.faults.push({ kind: 'other', text }),
  }
}

/** Sets faults of the box's OLT, which no demonstration call offers. */
export async function misbehave({ door, box }: Stage, manner: Manner): Promise<void> {
  await door.db.owner.query(
    'insert into plant_olt (olt_id, manner) values ($1, $2) on conflict (olt_id) do update set manner = $2',
    [box.oltId, JSON.stringify(manner)],
  )
}

interface Variant {
  ending: Ending
  own: boolean
}
/** Both endings, with customers of the technician's operator and of another one. */
export const variants: readonly Variant[] = [
  { ending: 'finalize', own: false },
  { ending: 'cancel', own: true },
]
export const nameOf = ({ ending, own }: Variant): string => `${ending}, ${own ? 'own operator' : 'another operator'}`
