import { ListScreen } from '../../lists/ListScreen.tsx'
import { cancellationsList, finalizationsList } from './requests.list.ts'

/** Finalization requests. */
export function FinalizationsScreen() {
  return <ListScreen list={finalizationsList} />
}

/** Cancellation requests. */
export function CancellationsScreen() {
  return <ListScreen list={cancellationsList} />
}
