import { ListScreen } from '../../lists/ListScreen.tsx'
import { accessesList, networkAccessesList } from './accesses.list.ts'

export function AccessesScreen() {
  return <ListScreen list={accessesList} />
}

/** Of every operator. */
export function NetworkAccessesScreen() {
  return <ListScreen list={networkAccessesList} />
}
