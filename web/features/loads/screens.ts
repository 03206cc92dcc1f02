import { screen } from '../../ui/lazy-screen.ts'

export const loadsScreens = {
  '/configuracion/cargas': screen(() => import('./LoadsScreen.tsx'), 'LoadsScreen'),
} as const
