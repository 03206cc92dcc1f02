import { screen } from '../../ui/lazy-screen.ts'

export const ordersScreens = {
  '/ordenes': screen(() => import('./OrdersScreen.tsx'), 'OrdersScreen'),
  '/ordenes/nueva': screen(() => import('./NewOrderScreen.tsx'), 'NewOrderScreen'),
  '/ordenes/$id': screen(() => import('./OrderScreen.tsx'), 'OrderScreen'),
  '/agenda': screen(() => import('./agenda/AgendaScreen.tsx'), 'AgendaScreen'),
  '/anuladas': screen(() => import('./CancelledScreen.tsx'), 'CancelledScreen'),
} as const
