import { ListScreen } from '../../lists/ListScreen.tsx'
import { ctosList } from './ctos.list.ts'

export function CtosScreen() {
  return <ListScreen list={ctosList} />
}
