import { screen } from '../../ui/lazy-screen.ts'

export const portsScreens = {
  '/puertos': screen(() => import('./PortsScreen.tsx'), 'PortsScreen'),
  '/puertos/$id': screen(() => import('./PortScreen.tsx'), 'PortScreen'),
} as const
