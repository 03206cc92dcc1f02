import { ListScreen } from '../../lists/ListScreen.tsx'
import { accessesList, networkAccessesList } from './accesses.list.ts'

export function AccessesScreen() {
  return <ListScreen list={accessesList} />
}

/** Accesses of all operators. */
export function NetworkAccessesScreen() {
  return <ListScreen list={networkAccessesList} />
}
