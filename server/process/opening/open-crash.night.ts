/** The points that `open-crash.test.ts` leaves out. */
import { openCrashSuite } from '../../test/open-crash-suite.ts'

openCrashSuite(['taken', 'read', 'reserved', 'watched', 'created', 'committed'])
