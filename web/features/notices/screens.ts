import { screen } from '../../ui/screen.ts'

export const noticesScreens = {
  '/avisos': screen(() => import('./NoticesScreen.tsx'), 'NoticesScreen'),
} as const
