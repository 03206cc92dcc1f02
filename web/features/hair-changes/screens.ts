import { screen } from '../../ui/lazy-screen.ts'

export const hairScreens = {
  '/cambios-pelo': screen(() => import('./HairChangesScreen.tsx'), 'HairChangesScreen'),
  '/cambios-pelo/$id': screen(() => import('./HairChangeScreen.tsx'), 'HairChangeScreen'),
} as const
