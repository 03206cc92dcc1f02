import { account } from './account.ts'
import { ctos } from './ctos.ts'
import { demo } from './demo.ts'
import { enrollments } from './enrollments.ts'
import { eventActions } from './event-actions.ts'
import { discharge } from './discharge.ts'
import { events } from './events.ts'
import { files } from './files.ts'
import { neighbors } from './neighbors.ts'
import { ports } from './ports.ts'
import { indicators } from './indicators.ts'
import { reports } from './reports.ts'
import { search } from './search.ts'
import { sessions } from './sessions.ts'
import { uiconfig } from './uiconfig.ts'
import { system } from './system.ts'
import { devices } from './devices.ts'
import { roles } from './roles.ts'
import { vno } from './vno.ts'
import { apiKeys } from './apikeys.ts'
import { contractors } from './contractors.ts'
import { admins } from './admins.ts'
import { technicals } from './technicals.ts'
import { invitations } from './invitations.ts'
import { hairChanges } from './hair-changes.ts'
import { reasons } from './reasons.ts'
import { settings } from './settings.ts'
import { portActions } from './port-actions.ts'
import { ont } from './ont.ts'
import { unsubscriptions } from './unsubscriptions.ts'
import { feasibility } from './feasibility.ts'
import { orders } from './orders.ts'
import { notes } from './notes.ts'
import { inventory } from './inventory.ts'
import { drops } from './drops.ts'
import { uncoveredCuts } from './uncovered-cuts.ts'
import { neighborJobs } from './neighbor-jobs.ts'
import { notifications } from './notifications.ts'
import { reportSchedules } from './report-schedules.ts'
import { historicals } from './historicals.ts'
import { audit } from './audit.ts'
import { enrollmentActions } from './enrollment-actions.ts'
import { sync } from './sync.ts'
import type * as z from 'zod/mini'

/** Every call of the product by its wire path. Server, client, documentation and tests derive from this table. */
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
}

export type Contract = typeof contract
export type Path = keyof Contract
export type Input<P extends Path> = z.infer<Contract[P]['input']>
type WithOutput = { output: z.core.$ZodType }
/** The answer of a list call: its records, the way to the next ones, and the total when it was asked for. */
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
/** The record of a list call. */
export type RecordOf<P extends PathOf<'list'>> =
  ListOf<P> extends { record: infer R extends z.core.$ZodType } ? z.infer<R> : never
export type FilterOf<P extends PathOf<'list' | 'download'>> =
  ListOf<P> extends { filters: infer F } ? keyof F & string : never
export type SortOf<P extends PathOf<'list' | 'download'>> =
  ListOf<P> extends { sorts: readonly (infer S)[] } ? S & string : never
export type ColumnOf<P extends PathOf<'list' | 'download'>> =
  ListOf<P> extends { columns: infer C } ? keyof C & string : never
