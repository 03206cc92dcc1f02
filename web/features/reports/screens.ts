import { screen } from '../../ui/screen.ts'

export const reportsScreens = {
  '/informes': screen(() => import('./ReportsScreen.tsx'), 'ReportsScreen'),
  '/informes/programados': screen(() => import('./SchedulesScreen.tsx'), 'SchedulesScreen'),
  '/historico/intervenciones': screen(() => import('./EventHistoryScreen.tsx'), 'EventHistoryScreen'),
  '/historico/cto': screen(() => import('./CtoHistoryScreen.tsx'), 'CtoHistoryScreen'),
  '/historico/puertos': screen(() => import('./PortHistoryScreen.tsx'), 'PortHistoryScreen'),
  '/auditoria': screen(() => import('./AuditScreen.tsx'), 'AuditScreen'),
} as const
