import { rows1to4 } from '../../test/trials/rows-1-4.ts'
import { trialSuite } from '../../test/trials/suite.ts'

trialSuite('what happened at the box, rows 1 to 4', rows1to4)
