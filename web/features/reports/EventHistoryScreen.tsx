import { ListScreen } from '../../lists/ListScreen.tsx'
import { eventHistoryList } from './event-history.list.ts'

export function EventHistoryScreen() {
  return <ListScreen list={eventHistoryList} />
}
