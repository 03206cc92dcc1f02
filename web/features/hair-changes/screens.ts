import { listScreen } from '../../lists/list-screen.ts'
import { screen } from '../../ui/lazy-screen.ts'

export const hairScreens = {
  '/cambios-pelo': listScreen(() => import('./hair-changes.list.ts'), 'hairChangesList'),
  '/cambios-pelo/$id': screen(() => import('./HairChangeScreen.tsx'), 'HairChangeScreen'),
} as const
