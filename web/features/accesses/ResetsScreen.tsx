import { ListScreen } from '../../lists/ListScreen.tsx'
import { resetsList } from './resets.list.ts'

export function ResetsScreen() {
  return <ListScreen list={resetsList} />
}
