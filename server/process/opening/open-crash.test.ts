/** The other points: `open-crash.night.ts`. */
import { openCrashSuite } from '../../test/open-crash-suite.ts'

openCrashSuite(['snapshot'])
