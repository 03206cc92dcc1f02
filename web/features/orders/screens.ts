import { listScreen } from '../../lists/list-screen.ts'
import { screen } from '../../ui/lazy-screen.ts'

export const ordersScreens = {
  '/ordenes': listScreen(() => import('./orders.list.ts'), 'ordersList'),
  '/ordenes/nueva': screen(() => import('./NewOrderScreen.tsx'), 'NewOrderScreen'),
  '/ordenes/$id': screen(() => import('./OrderScreen.tsx'), 'OrderScreen'),
  '/agenda': screen(() => import('./agenda/AgendaScreen.tsx'), 'AgendaScreen'),
  '/anuladas': screen(() => import('./CancelledScreen.tsx'), 'CancelledScreen'),
} as const
