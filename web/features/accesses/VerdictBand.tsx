import type { Access } from '@hilo/contract/accesses/accesses.ts'
import type { DiagnosisRecord } from '@hilo/contract/accesses/ont.ts'
import { session } from '../../api/session.ts'
import type { Color } from '@hilo/domain/status.ts'
import { Button } from '../../kit/Button.tsx'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { Band } from '../../ui/Band.tsx'
import type { ShapeKind } from '../../ui/shapes/state-shape.ts'
import { copyText } from '../../ui/copy-text.ts'
import { text } from '../../ui/text.ts'
import { FaultButton } from './FaultButton.tsx'
import { ResetButton } from './ResetButton.tsx'
import { toneOf } from './use-diagnosis.ts'

const shapes: Readonly<Record<Color, ShapeKind>> = {
  success: 'disc',
  danger: 'diamond',
  warning: 'triangle',
  medium: 'ring',
  accent: 'ring',
}

interface BandProps {
  access: Access
  record: DiagnosisRecord | undefined
  doing: boolean
}

/** Verdict: cause, consequence and next action. During a diagnosis, only its progress. */
export function VerdictBand({ access, record, doing }: BandProps) {
  if (!record && !doing) return null
  const framed = { label: text('diagnosis.verdict') }
  if (!record || doing) {
    const [title, note] = [text('diagnosis.asking'), text('diagnosis.asking.text')]
    return <Band tone="doing" shape="doing" title={title} note={note} framed={framed} />
  }
  const tone = toneOf(record)
  return (
    <Band
      tone={tone}
      shape={shapes[tone]}
      title={record.verdict_text}
      lead={record.action_text}
      note={text(`diagnosis.why.${record.verdict}`, { port: access.port_number })}
      framed={framed}
    >
      <NextActs access={access} record={record} />
    </Band>
  )
}

/** The action of the verdict is the main button. */
function NextActs({ access, record: { action } }: { access: Access; record: DiagnosisRecord }) {
  return (
    <>
      {session.can('cto_view') && (
        <LinkButton to="/vno/ctos/$id" params={{ id: String(access.cto_id) }}>
          {text('diagnosis.act.box')}
        </LinkButton>
      )}
      {action === 'llamar_cliente' && access.customer_ref !== null && <CopyCustomer reference={access.customer_ref} />}
      {action !== 'enviar_tecnico' && action !== 'revisar' && <ResetButton access={access} main={action === 'reset'} />}
      {(action === 'enviar_tecnico' || action === 'revisar' || action === 'escalar') && (
        <FaultButton access={access} main={action !== 'escalar'} />
      )}
    </>
  )
}

/** Copies the operator's customer reference: names and telephone numbers are not stored here. */
function CopyCustomer({ reference }: { reference: string }) {
  const copy = () => copyText(reference, text('diagnosis.act.customer.done'))
  return (
    <Button kind="main" onClick={copy}>
      {text('diagnosis.act.customer', { reference })}
    </Button>
  )
}
