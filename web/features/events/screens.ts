import { listScreen } from '../../lists/list-screen.ts'
import { screen } from '../../ui/lazy-screen.ts'

export const eventsScreens = {
  '/intervenciones': listScreen(() => import('./events.list.ts'), 'eventsList'),
  '/intervenciones/nueva': screen(() => import('./NewEventScreen.tsx'), 'NewEventScreen'),
  '/intervenciones/$id': screen(() => import('./EventScreen.tsx'), 'EventScreen'),
  '/finalizaciones': listScreen(() => import('./requests.list.ts'), 'finalizationsList'),
  '/cancelaciones': listScreen(() => import('./requests.list.ts'), 'cancellationsList'),
} as const
