import { screen } from '../../ui/lazy-screen.ts'

export const ctosScreens = {
  '/ctos': screen(() => import('./CtosScreen.tsx'), 'CtosScreen'),
  '/ctos/nueva': screen(() => import('./edit/CtoForm.tsx'), 'NewCtoScreen'),
  '/ctos/$id/editar': screen(() => import('./edit/CtoForm.tsx'), 'EditCtoScreen'),
  '/ctos/$id': screen(() => import('./CtoScreen.tsx'), 'CtoScreen'),
  '/mapa': screen(() => import('./map/MapScreen.tsx'), 'MapScreen'),
} as const
