import { screen } from '../../ui/screen.ts'

/** The technician's screens, below /tecnico. */
export const technicianScreens = {
  '/': screen(() => import('./TodayScreen.tsx'), 'TodayScreen'),
  '/nueva': screen(() => import('./NewScreen.tsx'), 'NewScreen'),
  '/cto': screen(() => import('./BoxesScreen.tsx'), 'BoxesScreen'),
  '/vecinos': screen(() => import('./BoardScreen.tsx'), 'BoardScreen'),
  '/vecinos/$code': screen(() => import('./BoardScreen.tsx'), 'BoardScreen'),
  '/intervencion/$id/veredicto': screen(() => import('./VerdictScreen.tsx'), 'VerdictScreen'),
  '/intervencion/$id/$step': screen(() => import('./StepScreen.tsx'), 'StepScreen'),
  '/pendientes': screen(() => import('./PendingScreen.tsx'), 'PendingScreen'),
  '/historial': screen(() => import('./HistoryScreen.tsx'), 'HistoryScreen'),
} as const
