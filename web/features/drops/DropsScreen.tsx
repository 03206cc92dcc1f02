import { ListScreen } from '../../lists/ListScreen.tsx'
import { dropsList } from './drops.list.ts'

export function DropsScreen() {
  return <ListScreen list={dropsList} />
}
