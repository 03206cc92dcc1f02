import { rows13to16 } from '../../test/trials/rows-13-16.ts'
import { trialSuite } from '../../test/trials/suite.ts'

trialSuite('what happened at the box, rows 13 to 16', rows13to16)
