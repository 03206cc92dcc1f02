import type { Access } from '@hilo/contract/accesses.ts'
import type { DiagnosisRecord } from '@hilo/contract/ont.ts'
import { Link } from '@tanstack/react-router'
import { session } from '../../api/session.ts'
import type { Color } from '@hilo/domain/status.ts'
import { Band } from '../../ui/Band.tsx'
import type { ShapeKind } from '../../ui/shapes/state-shape.ts'
import { text } from '../../ui/text.ts'
import { toast } from '../../ui/toasts.tsx'
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

/** What is the matter, what it means and what to do next. While the line is asked, only that. */
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

/** The act that the verdict asks for is the main one. */
function NextActs({ access, record: { action } }: { access: Access; record: DiagnosisRecord }) {
  return (
    <>
      {session.can('cto_view') && (
        <Link className="hl-button" to="/vno/ctos/$id" params={{ id: String(access.cto_id) }}>
          {text('diagnosis.act.box')}
        </Link>
      )}
      {action === 'llamar_cliente' && access.customer_ref !== null && <CopyCustomer reference={access.customer_ref} />}
      {action !== 'enviar_tecnico' && action !== 'revisar' && <ResetButton access={access} main={action === 'reset'} />}
      {(action === 'enviar_tecnico' || action === 'revisar' || action === 'escalar') && (
        <FaultButton access={access} main={action !== 'escalar'} />
      )}
    </>
  )
}

/** Name and telephone are not kept here: the operator finds its customer by its own reference. */
function CopyCustomer({ reference }: { reference: string }) {
  const copy = () =>
    void navigator.clipboard.writeText(reference).then(() => toast.success(text('diagnosis.act.customer.done')))
  return (
    <button type="button" className="hl-button hl-main-button" onClick={copy}>
      {text('diagnosis.act.customer', { reference })}
    </button>
  )
}
