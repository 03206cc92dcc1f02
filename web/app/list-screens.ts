/** Written by `npm run lists` from the list files of web/features: do not edit. */
import { listScreen } from '../lists/list-screen.ts'

export const listScreens = {
  '/acometidas': listScreen(() => import('../features/drops/drops.list.ts'), 'dropsList'),
  '/administradores': listScreen(() => import('../features/people/admins.list.ts'), 'adminsList'),
  '/administradores-red': listScreen(() => import('../features/people/admins.list.ts'), 'neutralAdminsList'),
  '/auditoria': listScreen(() => import('../features/reports/audit.list.ts'), 'auditList'),
  '/claves-api': listScreen(() => import('../features/people/apikeys.list.ts'), 'apiKeysList'),
  '/contratas': listScreen(() => import('../features/people/contractors.list.ts'), 'contractorsList'),
  '/correo': listScreen(() => import('../features/people/mail.list.ts'), 'mailList'),
  '/historico/cto': listScreen(() => import('../features/reports/cto-history.list.ts'), 'ctoHistoryList'),
  '/historico/intervenciones': listScreen(() => import('../features/reports/event-history.list.ts'), 'eventHistoryList'),
  '/historico/puertos': listScreen(() => import('../features/reports/port-history.list.ts'), 'portHistoryList'),
  '/invitaciones': listScreen(() => import('../features/people/invitations.list.ts'), 'invitationsList'),
  '/operadores': listScreen(() => import('../features/people/operators.list.ts'), 'operatorsList'),
  '/peticiones-api': listScreen(() => import('../features/enrollments/api-requests.list.ts'), 'apiRequestsList'),
  '/red': listScreen(() => import('../features/olts/olts.list.ts'), 'oltsList'),
  '/vecinos/cortes': listScreen(() => import('../features/neighbors/uncovered-cuts.list.ts'), 'uncoveredCutsList'),
} as const

export const listMenu = [
  { at: '/acometidas', after: '/ctos', list: 'drops', privilege: 'drop_view' },
  { at: '/administradores', after: '/contratas', list: 'admins', privilege: 'adminVNO_view' },
  { at: '/administradores-red', after: '/operadores', list: 'neutral_admins', privilege: 'admin_view' },
  { at: '/auditoria', after: '/historico/puertos', list: 'audit', privilege: 'role-admin-vno_view' },
  { at: '/claves-api', after: '/correo', list: 'apikeys', privilege: 'adminVNO_view' },
  { at: '/contratas', after: '/tecnicos', list: 'contractors', privilege: 'technician_view' },
  { at: '/correo', after: '/roles-red', list: 'mail', privilege: 'admin_view' },
  { at: '/historico/cto', after: '/historico/intervenciones', list: 'cto_history', privilege: 'ctoHistorical_view' },
  { at: '/historico/intervenciones', after: '/informes', list: 'event_history', privilege: 'eventHistorical_view' },
  { at: '/historico/puertos', after: '/historico/cto', list: 'port_history', privilege: 'portHistorical_view' },
  { at: '/invitaciones', after: '/administradores', list: 'invitations', privilege: 'invitations_view' },
  { at: '/operadores', after: '/roles', list: 'vno', privilege: 'vno_view' },
  { at: '/peticiones-api', after: '/bajas-matricula', list: 'apirequests', privilege: 'apiRequest_view' },
  { at: '/red', after: '/acometidas', list: 'olts', privilege: 'retrieve-data_view' },
  { at: '/vecinos/cortes', after: '/vecinos/desconectados', list: 'uncovered_cuts', privilege: 'neightborState_view' },
] as const
