import { ListScreen } from '../../lists/ListScreen.tsx'
import { portsList } from './ports.list.ts'

export function PortsScreen() {
  return <ListScreen list={portsList} />
}
