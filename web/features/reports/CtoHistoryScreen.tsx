import { ListScreen } from '../../lists/ListScreen.tsx'
import { ctoHistoryList } from './cto-history.list.ts'

export function CtoHistoryScreen() {
  return <ListScreen list={ctoHistoryList} />
}
