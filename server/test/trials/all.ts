/** All trials, by list: the files `*.night.ts` of `server/process` play one or two of them each. */
import { cheats } from './cheats.ts'
import { innocents } from './innocents.ts'
import { lateTruths } from './late-truths.ts'
import { movedPort } from './moved-port.ts'
import { oltEvents } from './olt-events.ts'
import { oltEvidence } from './olt-evidence.ts'
import { powerLosses } from './power-losses.ts'
import { rows13to16 } from './rows-13-16.ts'
import { rows1to4 } from './rows-1-4.ts'
import { rows5to8 } from './rows-5-8.ts'
import { rows9to12 } from './rows-9-12.ts'
import type { Trial } from './trial.ts'
import { worksBeside } from './works-beside.ts'

export const lists: Readonly<Record<string, readonly Trial[]>> = {
  'rows 1 to 4': rows1to4,
  'rows 5 to 8': rows5to8,
  'rows 9 to 12': rows9to12,
  'rows 13 to 16': rows13to16,
  'beside the table': [...cheats, ...innocents],
  'two works in one box': worksBeside,
  'losses of power': powerLosses,
  'a moved customer': movedPort,
  'events of OLTs': oltEvents,
  'evidence of OLTs': oltEvidence,
  'late truths': lateTruths,
}
