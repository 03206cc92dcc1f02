/** Every trial with variants, in the variant that the other night files leave out. */
import { lists } from '../../test/trials/all.ts'
import { trialSuite } from '../../test/trials/suite.ts'

for (const [name, trials] of Object.entries(lists))
  trialSuite(`${name}, in the other variant`, trials, { others: true })
