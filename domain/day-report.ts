import type { Privilege } from './privilege.ts'

/** One of these opens the report of the day: its figures need the first, each kind of its to-do list the one of its screen. */
export const reportPrivileges = [
  'dashboardReports_view',
  'event_view',
  'neightborState_view',
  'assignment_view',
  'port_view',
] as const satisfies readonly Privilege[]
