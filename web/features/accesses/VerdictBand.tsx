import type { Access } from '@hilo/contract/accesses.ts'
import type { DiagnosisRecord } from '@hilo/contract/ont.ts'
import { Link } from '@tanstack/react-router'
import { session } from '../../api/session.ts'
import type { Color } from '@hilo/domain/status.ts'
import { Shape } from '../../ui/shapes/Shape.tsx'
import type { ShapeKind } from '../../ui/shapes/state-shape.ts'
import { text } from '../../ui/text.ts'
import { toast } from '../../ui/toasts.tsx'
import styles from './verdict.module.css'
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
  if (!record || doing)
    return (
      <section className={styles.band} data-tone="doing" aria-label={text('diagnosis.verdict')} aria-busy="true">
        <Shape kind="doing" size={22} />
        <div className={styles.words}>
          <h2>{text('diagnosis.asking')}</h2>
          <p>{text('diagnosis.asking.text')}</p>
        </div>
      </section>
    )
  const tone = toneOf(record)
  return (
    <section className={styles.band} data-tone={tone} aria-label={text('diagnosis.verdict')} role="status">
      <Shape kind={shapes[tone]} tone={tone} size={22} />
      <div className={styles.words}>
        <h2>
          <b>{record.verdict_text}</b> {record.action_text}
        </h2>
        <p>{text(`diagnosis.why.${record.verdict}`, { port: access.port_number })}</p>
      </div>
      <div className={styles.acts}>
        <NextActs access={access} record={record} />
      </div>
    </section>
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
      {action !== 'enviar_tecnico' && <ResetButton access={access} main={action === 'reset'} />}
      {(action === 'enviar_tecnico' || action === 'escalar') && (
        <FaultButton access={access} main={action === 'enviar_tecnico'} />
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
