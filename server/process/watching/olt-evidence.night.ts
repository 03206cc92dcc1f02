import { oltEvidence } from '../../test/trials/olt-evidence.ts'
import { trialSuite } from '../../test/trials/suite.ts'

trialSuite('an OLT that is late, wrong, or silent', oltEvidence)
