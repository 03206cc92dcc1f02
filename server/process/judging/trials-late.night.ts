import { lateTruths } from '../../test/trials/late-truths.ts'
import { trialSuite } from '../../test/trials/suite.ts'

trialSuite('what shows later, or to those who ask again', lateTruths)
