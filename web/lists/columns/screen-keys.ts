/** Written by `npm run lists` from the list files of web/features: do not edit. */
export const screenKeys = {
  drops: 'admin_vno/drops/get',
  admins: 'admin_vno/admins/get',
  neutral_admins: 'admin_vno/admins/neutral/get',
  audit: 'admin_vno/audit/get',
  apikeys: 'admin_vno/apikeys/get',
  contractors: 'admin_vno/contractors/get',
  mail: 'admin_vno/mail/get',
  cto_history: 'admin_vno/historicals/ctos/get',
  event_history: 'admin_vno/historicals/events/get',
  port_history: 'admin_vno/historicals/ports/get',
  invitations: 'admin_vno/invitations/get',
  vno: 'admin_vno/vno/get',
  apirequests: 'admin_vno/enrollments/apirequests/get',
  olts: 'admin_vno/olts/get',
  uncovered_cuts: 'admin_vno/uncovered_cuts/get',
} as const
