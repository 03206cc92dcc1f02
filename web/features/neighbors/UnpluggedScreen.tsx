import { ListScreen } from '../../lists/ListScreen.tsx'
import { unpluggedList } from './unplugged.list.ts'

export function UnpluggedScreen() {
  return <ListScreen list={unpluggedList} />
}
