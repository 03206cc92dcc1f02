import type { Access } from '@hilo/contract/accesses/accesses.ts'
import { useCto } from '../../lists/panel/use-cto.ts'
import { PowerHistory } from '../../ui/plots/PowerHistory.tsx'
import { text } from '../../ui/text.ts'
import { useHistory } from './use-line.ts'

/** Received power of the ONT in the last days. */
export function PowerCard({ access }: { access: Access }) {
  const answer = useHistory(access)
  const cto = useCto(access.cto_id)
  if (!answer.isEnabled) return null
  return <PowerHistory title={text('power.title')} answer={answer} opticClass={cto?.upstream.optic_class ?? 'B+'} />
}
