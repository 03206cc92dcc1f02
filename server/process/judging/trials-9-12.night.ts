import { rows9to12 } from '../../test/trials/rows-9-12.ts'
import { trialSuite } from '../../test/trials/suite.ts'

trialSuite('what happened at the box, rows 9 to 12', rows9to12)
