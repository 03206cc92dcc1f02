import { cheats } from '../../test/trials/cheats.ts'
import { innocents } from '../../test/trials/innocents.ts'
import { trialSuite } from '../../test/trials/suite.ts'

trialSuite('what happens at the box beside the table of trials', [...cheats, ...innocents])
