import { screen } from '../../ui/lazy-screen.ts'

export const noticesScreens = {
  '/avisos': screen(() => import('./NoticesScreen.tsx'), 'NoticesScreen'),
} as const
