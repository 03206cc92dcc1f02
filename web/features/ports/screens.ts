import { listScreen } from '../../lists/list-screen.ts'
import { screen } from '../../ui/lazy-screen.ts'

export const portsScreens = {
  '/puertos': listScreen(() => import('./ports.list.ts'), 'portsList'),
  '/puertos/$id': screen(() => import('./PortScreen.tsx'), 'PortScreen'),
} as const
