import { ListScreen } from '../../lists/ListScreen.tsx'
import { ordersList } from './orders.list.ts'

export function OrdersScreen() {
  return <ListScreen list={ordersList} />
}
