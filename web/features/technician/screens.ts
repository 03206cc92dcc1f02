import { screen } from '../../ui/screen.ts'

/** The technician's screens, below /tecnico. */
export const technicianScreens = {
  '/': screen(() => import('./TodayScreen.tsx'), 'TodayScreen'),
  '/orden/$id': screen(() => import('./OrderScreen.tsx'), 'OrderScreen'),
  '/nueva': screen(() => import('./NewScreen.tsx'), 'NewScreen'),
  '/cto': screen(() => import('./BoxesScreen.tsx'), 'BoxesScreen'),
  '/cto/$id': screen(() => import('./BoxScreen.tsx'), 'BoxScreen'),
  '/guardadas': screen(() => import('./KeptScreen.tsx'), 'KeptScreen'),
  '/buscar': screen(() => import('./FindScreen.tsx'), 'FindScreen'),
  '/parte': screen(() => import('./ShiftScreen.tsx'), 'ShiftScreen'),
  '/vecinos': screen(() => import('./BoardScreen.tsx'), 'BoardScreen'),
  '/vecinos/$code': screen(() => import('./BoardScreen.tsx'), 'BoardScreen'),
  '/intervencion/$id': screen(() => import('./WorkScreen.tsx'), 'WorkScreen'),
  '/intervencion/$id/veredicto': screen(() => import('./VerdictScreen.tsx'), 'VerdictScreen'),
  '/intervencion/$id/cambio-pelo': screen(() => import('./HairScreen.tsx'), 'HairScreen'),
  '/intervencion/$id/$step': screen(() => import('./StepScreen.tsx'), 'StepScreen'),
  '/pendientes': screen(() => import('./PendingScreen.tsx'), 'PendingScreen'),
  '/historial': screen(() => import('./HistoryScreen.tsx'), 'HistoryScreen'),
  '/historial/$id': screen(() => import('./PastScreen.tsx'), 'PastScreen'),
} as const
