import { oltEvents } from '../../test/trials/olt-events.ts'
import { trialSuite } from '../../test/trials/suite.ts'

trialSuite('what an OLT and the power of a street do by themselves', oltEvents)
