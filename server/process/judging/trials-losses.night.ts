import { powerLosses } from '../../test/trials/power-losses.ts'
import { trialSuite } from '../../test/trials/suite.ts'

trialSuite('losses of power that the work did not take alone', powerLosses)
