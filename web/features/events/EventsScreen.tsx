import { ListScreen } from '../../lists/ListScreen.tsx'
import { eventsList } from './events.list.ts'

export function EventsScreen() {
  return <ListScreen list={eventsList} />
}
