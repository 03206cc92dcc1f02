import { account } from './account/account.ts'
import { ctos } from './ctos.ts'
import { demo } from './demo.ts'
import { enrollments } from './enrollments/enrollments.ts'
import { eventActions } from './events/event-actions.ts'
import { discharge } from './neighbors/discharge.ts'
import { events } from './events/events.ts'
import { files } from './files.ts'
import { neighbors } from './neighbors/neighbors.ts'
import { ports } from './ports/ports.ts'
import { indicators } from './reports/indicators.ts'
import { reports } from './reports/reports.ts'
import { search } from './search.ts'
import { sessions } from './account/sessions.ts'
import { uiconfig } from './settings/uiconfig.ts'
import { system } from './system.ts'
import { devices } from './people/devices.ts'
import { roles } from './people/roles.ts'
import { vno } from './people/vno.ts'
import { apiKeys } from './people/apikeys.ts'
import { contractors } from './people/contractors.ts'
import { admins } from './people/admins.ts'
import { technicals } from './people/technicals.ts'
import { invitations } from './people/invitations.ts'
import { hairChanges } from './hair-changes.ts'
import { reasons } from './settings/reasons.ts'
import { settings } from './settings/settings.ts'
import { portActions } from './ports/port-actions.ts'
import { ont } from './accesses/ont.ts'
import { unsubscriptions } from './accesses/unsubscriptions.ts'
import { feasibility } from './accesses/feasibility.ts'
import { orders } from './orders/orders.ts'
import { notes } from './notes.ts'
import { inventory } from './loads/inventory.ts'
import { drops } from './drops.ts'
import { uncoveredCuts } from './reports/uncovered-cuts.ts'
import { neighborJobs } from './neighbors/neighbor-jobs.ts'
import { notifications } from './notifications.ts'
import { reportSchedules } from './reports/report-schedules.ts'
import { historicals } from './reports/historicals.ts'
import { audit } from './reports/audit.ts'
import { olts } from './olts.ts'
import { enrollmentActions } from './enrollments/enrollment-actions.ts'
import { sync } from './sync.ts'
import type * as z from 'zod/mini'

/** Every call of the product by its path. Server, client, documentation and tests derive from this table. */
export const contract = {
  ...account,
  ...ports,
  ...ctos,
  ...events,
  ...eventActions,
  ...neighbors,
  ...discharge,
  ...uncoveredCuts,
  ...uiconfig,
  ...search,
  ...sessions,
  ...demo,
  ...files,
  ...enrollments,
  ...reports,
  ...indicators,
  ...system,
  ...devices,
  ...roles,
  ...vno,
  ...apiKeys,
  ...contractors,
  ...admins,
  ...technicals,
  ...invitations,
  ...hairChanges,
  ...reasons,
  ...settings,
  ...portActions,
  ...ont,
  ...unsubscriptions,
  ...feasibility,
  ...orders,
  ...notes,
  ...inventory,
  ...drops,
  ...neighborJobs,
  ...notifications,
  ...reportSchedules,
  ...historicals,
  ...audit,
  ...enrollmentActions,
  ...sync,
  ...olts,
}

export type Contract = typeof contract
export type Path = keyof Contract
export type Input<P extends Path> = z.infer<Contract[P]['input']>
type WithOutput = { output: z.core.$ZodType }
/** Response of a list call: the records, the cursor of the next page, and the total if requested. */
export interface ListAnswer<R> {
  records: R[]
  next_cursor: string | null
  total?: { value: number; exact: boolean } | undefined
  server_time: string
}
export type Output<P extends Path> =
  P extends PathOf<'list'>
    ? ListAnswer<RecordOf<P>>
    : Contract[P] extends WithOutput
      ? z.infer<Contract[P]['output']>
      : never
export type PathOf<K extends 'call' | 'list' | 'download' | 'blob'> = {
  [P in Path]: Contract[P]['kind'] extends K ? P : never
}[Path]
type ListOf<P extends Path> = Contract[P] extends { list: infer D } ? D : never
/** Record type of a list call. */
export type RecordOf<P extends PathOf<'list'>> =
  ListOf<P> extends { record: infer R extends z.core.$ZodType } ? z.infer<R> : never
export type FilterOf<P extends PathOf<'list' | 'download'>> =
  ListOf<P> extends { filters: infer F } ? keyof F & string : never
export type SortOf<P extends PathOf<'list' | 'download'>> =
  ListOf<P> extends { sorts: readonly (infer S)[] } ? S & string : never
export type ColumnOf<P extends PathOf<'list' | 'download'>> =
  ListOf<P> extends { columns: infer C } ? keyof C & string : never
