/** The points that `close-crash.test.ts` leaves out. */
import { closeCrashSuite } from '../../test/close-crash-suite.ts'

closeCrashSuite(
  ['read', 'decide', 'snapshot', 'report', 'frozen', 'told'],
  [
    ['file', 'process.report_pdf'],
    ['acknowledged', 'process.acknowledge'],
  ],
)
