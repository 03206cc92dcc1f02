import { screen } from '../../ui/lazy-screen.ts'

export const eventsScreens = {
  '/intervenciones': screen(() => import('./EventsScreen.tsx'), 'EventsScreen'),
  '/intervenciones/nueva': screen(() => import('./NewEventScreen.tsx'), 'NewEventScreen'),
  '/intervenciones/$id': screen(() => import('./EventScreen.tsx'), 'EventScreen'),
  '/finalizaciones': screen(() => import('./RequestsScreens.tsx'), 'FinalizationsScreen'),
  '/cancelaciones': screen(() => import('./RequestsScreens.tsx'), 'CancellationsScreen'),
} as const
