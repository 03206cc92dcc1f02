/** One trial: a neighbour is cut, the technician is told, and nobody else is blamed. All of them: `trials-*.night.ts`. */
import assert from 'node:assert/strict'
import { rows5to8 } from '../../test/trials/rows-5-8.ts'
import { trialSuite } from '../../test/trials/suite.ts'

const cut = rows5to8.filter(({ name }) => name.startsWith('row 7: cut in the second after the request'))
assert.ok(cut.length > 0)
trialSuite('what happened at the box', cut)
