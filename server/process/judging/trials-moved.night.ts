import { movedPort } from '../../test/trials/moved-port.ts'
import { trialSuite } from '../../test/trials/suite.ts'

trialSuite('a customer is moved to another port', movedPort)
