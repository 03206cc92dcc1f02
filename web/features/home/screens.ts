import { screen } from '../../ui/screen.ts'

export const homeScreens = {
  '/': screen(() => import('./HomeScreen.tsx'), 'HomeScreen'),
} as const
