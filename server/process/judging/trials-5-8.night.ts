import { rows5to8 } from '../../test/trials/rows-5-8.ts'
import { trialSuite } from '../../test/trials/suite.ts'

trialSuite('what happened at the box, rows 5 to 8', rows5to8)
