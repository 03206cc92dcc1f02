import { listScreen } from '../../lists/list-screen.ts'
import { screen } from '../../ui/lazy-screen.ts'

export const ctosScreens = {
  '/ctos': listScreen(() => import('./ctos.list.ts'), 'ctosList'),
  '/ctos/nueva': screen(() => import('./edit/CtoForm.tsx'), 'NewCtoScreen'),
  '/ctos/$id/editar': screen(() => import('./edit/CtoForm.tsx'), 'EditCtoScreen'),
  '/ctos/$id': screen(() => import('./CtoScreen.tsx'), 'CtoScreen'),
  '/mapa': screen(() => import('./map/MapScreen.tsx'), 'MapScreen'),
} as const
