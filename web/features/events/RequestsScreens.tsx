import { ListScreen } from '../../lists/ListScreen.tsx'
import { cancellationsList, finalizationsList } from './requests.list.ts'

/** Requests to finish an intervention. */
export function FinalizationsScreen() {
  return <ListScreen list={finalizationsList} />
}

/** Requests to give an intervention up. */
export function CancellationsScreen() {
  return <ListScreen list={cancellationsList} />
}
