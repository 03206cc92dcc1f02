/** Plays trials as tests: each is named after its row and fails with everything that the product said wrongly. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openDoor, type OpenDoor } from './door.ts'
import { newScore } from './expect.ts'
import type { Trial } from './trial.ts'

export function trialSuite(name: string, trials: readonly Trial[]): void {
  describe(name, () => {
    let door: OpenDoor
    before(async () => {
      door = await openDoor()
    })
    after(() => door.close())
    for (const trial of trials)
      it(trial.name, async () => {
        const score = newScore()
        await trial.play(door, score)
        assert.deepEqual(
          score.faults.map(({ kind, text }) => `${kind}: ${text}`),
          [],
        )
      })
  })
}
