import { ListScreen } from '../../lists/ListScreen.tsx'
import { uncoveredCutsList } from './uncovered-cuts.list.ts'

export function UncoveredCutsScreen() {
  return <ListScreen list={uncoveredCutsList} />
}
