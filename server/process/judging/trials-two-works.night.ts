import { trialSuite } from '../../test/trials/suite.ts'
import { worksBeside } from '../../test/trials/works-beside.ts'

trialSuite('two works in one box', worksBeside)
