/** Runs trials as tests: each is named after its row and fails with every wrong statement of the product. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openDoor, type OpenDoor } from './api-access.ts'
import { newScore } from './expect.ts'
import { nameOf, variants, type Trial } from './trial.ts'

const endings = variants.map((variant) => ` (${nameOf(variant)})`)
const withoutVariant = ({ name }: Trial) => endings.reduce((rest, ending) => rest.replace(ending, ''), name)

/**
 * Trials that differ in nothing but their variant are played once, each variant in turn.
 * @param others those that are left out otherwise
 */
function chosen(trials: readonly Trial[], others: boolean): Trial[] {
  const groups = [...Map.groupBy(trials, withoutVariant).values()]
  return groups.flatMap((group, at) => group.filter((_, n) => (n === at % group.length) !== others))
}

export function trialSuite(name: string, trials: readonly Trial[], { others = false } = {}): void {
  const played = chosen(trials, others)
  if (played.length === 0) return
  describe(name, () => {
    let door: OpenDoor
    before(async () => {
      door = await openDoor()
    })
    after(() => door.close())
    for (const trial of played)
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
