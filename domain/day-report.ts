import type { Privilege } from './privilege.ts'

/**
 * Any of these privileges grants the day report: its figures require the first, each kind of pending task that of its
 * screen.
 */
export const reportPrivileges = [
  'dashboardReports_view',
  'event_view',
  'neightborState_view',
  'assignment_view',
  'port_view',
] as const satisfies readonly Privilege[]
