/** The other points: `close-crash.night.ts`. */
import { closeCrashSuite } from '../../test/close-crash-suite.ts'

closeCrashSuite(['inventory'])
