import { ListScreen } from '../../lists/ListScreen.tsx'
import { hairChangesList } from './hair-changes.list.ts'

export function HairChangesScreen() {
  return <ListScreen list={hairChangesList} />
}
