import { ListScreen } from '../../lists/ListScreen.tsx'
import { portHistoryList } from './port-history.list.ts'

export function PortHistoryScreen() {
  return <ListScreen list={portHistoryList} />
}
