import type { Access } from '@hilo/contract/accesses/accesses.ts'
import { problemText } from '../../api/problem-text.ts'
import { useCall } from '../../api/query.ts'
import { CodeField } from '../../lists/CodeField.tsx'
import { text } from '../../ui/text.ts'

/** The access of a form by its code; null while the code is empty or unknown. */
export function useNamedAccess(code: string) {
  const answer = useCall('admin_vno/ont/retrieveAccessVNO', { access_code: code }, { enabled: code !== '' })
  const access: Access | null = code === '' ? null : (answer.data?.record ?? null)
  return { access, problem: answer.isError && code !== '' ? problemText(answer.error) : undefined }
}

interface AccessFieldProps {
  /** Current access code. */
  known: string
  wrong: string | undefined
  onPick: (code: string) => void
}

/** Access search by code, ONT or drop. */
export function AccessField({ known, wrong, onPick }: AccessFieldProps) {
  return (
    <CodeField
      label={text('access.field')}
      hint={text('diagnosis.find.hint')}
      kind="access"
      known={known}
      autoFocus={known === ''}
      wrong={wrong}
      onPick={(found) => onPick(found?.code ?? '')}
    />
  )
}

/** Summary of the chosen access, so that the user recognizes it. */
export function AccessLine({ access }: { access: Access | null }) {
  if (!access) return null
  return (
    <p className="hl-hint">
      <span className="code">{access.cto.code}</span>, {text('list.port', { number: access.port_number })}
      {access.ont.serial !== null && (
        <>
          , <span className="code">{access.ont.serial}</span> {access.ont.model}
        </>
      )}
    </p>
  )
}
