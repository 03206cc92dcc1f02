/** The trials of `trials-*.night.ts` in the variant that is not played there. */
import { cheats } from '../../test/trials/cheats.ts'
import { innocents } from '../../test/trials/innocents.ts'
import { powerLosses } from '../../test/trials/power-losses.ts'
import { rows13to16 } from '../../test/trials/rows-13-16.ts'
import { rows1to4 } from '../../test/trials/rows-1-4.ts'
import { rows5to8 } from '../../test/trials/rows-5-8.ts'
import { rows9to12 } from '../../test/trials/rows-9-12.ts'
import { trialSuite } from '../../test/trials/suite.ts'
import { worksBeside } from '../../test/trials/works-beside.ts'

const rows = [...rows1to4, ...rows5to8, ...rows9to12, ...rows13to16]
trialSuite('what happened at the box, in the other variant', rows, { others: true })
trialSuite('beside the table, in the other variant', [...cheats, ...innocents], { others: true })
trialSuite('two works in one box, in the other variant', worksBeside, { others: true })
trialSuite('losses of power, in the other variant', powerLosses, { others: true })
