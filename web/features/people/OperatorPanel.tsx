import { lazy, Suspense, useState } from 'react'
import { problemText } from '../../api/problem-text.ts'
import { session } from '../../api/session.ts'
import { useSend } from '../../api/use-send.ts'
import { Button } from '../../kit/Button.tsx'
import type { PanelParts, PanelProps } from '../../lists/define.ts'
import { Facts } from '../../lists/panel/Facts.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { formatDate, formatNumber } from '../../ui/format.ts'
import { Shape } from '../../ui/shapes/Shape.tsx'
import { StateBadge } from '../../ui/shapes/StateBadge.tsx'
import { text } from '../../ui/text.ts'
import { toast } from '../../kit/toasts.tsx'
import { slaNames, suspended, type Operator } from './operator-values.ts'
import { Mail, Phone } from './PersonFacts.tsx'
import styles from './people.module.css'

const EditOperator = lazy(() => import('./OperatorForm.tsx').then((part) => ({ default: part.EditOperator })))
const counted = ['accesses', 'ports_assigned', 'technicians', 'open_events'] as const

function Body({ record: operator }: PanelProps<Operator>) {
  const { status, contact, sla, counts } = operator
  return (
    <>
      {operator.logo_file_id !== null && (
        <div>
          <Logo file={operator.logo_file_id} height={48} />
        </div>
      )}
      <div className="hl-line">
        <StateBadge enumeration="vno" value={status.id} />
        <span className="code">{operator.externalId}</span>
      </div>
      {status.id === suspended && (
        <p className="hl-alert">
          <Shape kind="diamond" />
          <b>{text('operators.suspended.now')}</b>
          {status.comments && <span className="column-2">{status.comments}</span>}
        </p>
      )}
      {operator.description && <p className="small ink-2">{operator.description}</p>}
      <dl className={`edge grid ${styles.counts}`}>
        {counted.map((name) => (
          <div key={name}>
            <dt className="lines-xs ink-2">{text(`column.vno.counts.${name}`)}</dt>
            <dd className="lines-l title">{formatNumber(counts[name])}</dd>
          </div>
        ))}
      </dl>
      <Facts
        facts={[
          { name: 'column.vno.tax_id', value: operator.tax_id && <span className="code">{operator.tax_id}</span> },
          { name: 'column.vno.contact.noc_phone', value: <Phone phone={contact.noc_phone} /> },
          { name: 'column.vno.contact.noc_email', value: <Mail address={contact.noc_email} /> },
          { name: 'operators.webhook', value: contact.webhook_url },
          ...slaNames.map((name) => ({
            name: `operators.sla.${name}`,
            value: sla[name] !== null && `${formatNumber(sla[name])}\u00a0${text(`operators.unit.${name}`)}`,
          })),
          { name: 'column.vno.created_at', value: formatDate(operator.created_at) },
        ]}
      />
    </>
  )
}

function Foot({ record: operator, refresh }: PanelProps<Operator>) {
  const { send } = useSend('admin_vno/vno/delete')
  const [asking, setAsking] = useState<'edit' | 'delete' | null>(null)
  const free = operator.counts.accesses === 0
  const remove = async () => {
    const sent = await send({ port_id: operator.id, version: operator.version })
    if (sent === null) return
    if (sent.problem === null) toast.success(text('operators.removed'))
    else toast.error(problemText(sent.problem))
    await refresh()
  }
  const close = () => setAsking(null)
  return (
    <>
      {session.can('vno_edit') && (
        <Button kind="main" aria-haspopup="dialog" onClick={() => setAsking('edit')}>
          {text('people.edit')}
        </Button>
      )}
      {session.isNeutral() && session.can('vno_delete') && free && (
        <Button aria-haspopup="dialog" onClick={() => setAsking('delete')}>
          {text('operators.remove')}
        </Button>
      )}
      {session.isNeutral() && session.can('vno_delete') && !free && (
        <p className="small ink-2">{text('operators.kept', { count: operator.counts.accesses })}</p>
      )}
      {asking === 'edit' && (
        <Suspense>
          <EditOperator operator={operator} close={close} done={refresh} />
        </Suspense>
      )}
      {asking === 'delete' && (
        <ConfirmDialog
          title={text('operators.remove.title', { name: operator.name })}
          sentence={text('operators.remove.text')}
          yes={text('operators.remove')}
          confirm={() => void remove()}
          close={close}
        />
      )}
    </>
  )
}

export const operatorPanel: PanelParts<Operator> = { Body, Foot }
