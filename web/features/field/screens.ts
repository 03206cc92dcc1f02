import { screen } from '../../ui/lazy-screen.ts'

/** The technician's screens, below /tecnico. */
export const technicianScreens = {
  '/': screen(() => import('./today/TodayScreen.tsx'), 'TodayScreen'),
  '/orden/$id': screen(() => import('./today/OrderScreen.tsx'), 'OrderScreen'),
  '/nueva': screen(() => import('./today/NewScreen.tsx'), 'NewScreen'),
  '/cto': screen(() => import('./box/BoxesScreen.tsx'), 'BoxesScreen'),
  '/cto/$id': screen(() => import('./box/BoxScreen.tsx'), 'BoxScreen'),
  '/guardadas': screen(() => import('./box/StoredBoxesScreen.tsx'), 'StoredBoxesScreen'),
  '/buscar': screen(() => import('./today/FindScreen.tsx'), 'FindScreen'),
  '/parte': screen(() => import('./today/ShiftScreen.tsx'), 'ShiftScreen'),
  '/vecinos': screen(() => import('./box/BoardScreen.tsx'), 'BoardScreen'),
  '/vecinos/$code': screen(() => import('./box/BoardScreen.tsx'), 'BoardScreen'),
  '/intervencion/$id': screen(() => import('./today/WorkScreen.tsx'), 'WorkScreen'),
  '/intervencion/$id/veredicto': screen(() => import('./verdict/VerdictScreen.tsx'), 'VerdictScreen'),
  '/intervencion/$id/cambio-pelo': screen(() => import('./hair/HairScreen.tsx'), 'HairScreen'),
  '/intervencion/$id/$step': screen(() => import('./step/StepScreen.tsx'), 'StepScreen'),
  '/pendientes': screen(() => import('./pending/PendingScreen.tsx'), 'PendingScreen'),
  '/historial': screen(() => import('./today/HistoryScreen.tsx'), 'HistoryScreen'),
  '/historial/$id': screen(() => import('./today/PastScreen.tsx'), 'PastScreen'),
} as const
