import { Navigate, useParams } from '@tanstack/react-router'
import { text } from '../../../ui/text.ts'
import { Blank, Failed } from '../LoadStates.tsx'
import { pastPath } from '../paths.ts'
import { useWork } from '../use-work.ts'
import { isUnderWay } from '../work.ts'
import { pathOf } from './WorkRow.tsx'

/** Target of notices: redirects to the current screen of the intervention. */
export function WorkScreen() {
  const { id } = useParams({ strict: false })
  const { work, missing, error, again } = useWork(Number(id))
  if (missing) return <Failed title={text('tech.gone.title')} sentence={text('tech.gone.text')} />
  if (work === null) return error ? <Failed error={error} retry={() => void again()} /> : <Blank />
  return <Navigate to={isUnderWay(work) ? pathOf(work) : pastPath(work)} replace />
}
