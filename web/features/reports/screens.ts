import { screen } from '../../ui/lazy-screen.ts'

export const reportsScreens = {
  '/informes': screen(() => import('./ReportsScreen.tsx'), 'ReportsScreen'),
  '/informes/programados': screen(() => import('./SchedulesScreen.tsx'), 'SchedulesScreen'),
} as const
