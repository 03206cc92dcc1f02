import { Button, IconButton } from '../../../kit/Button.tsx'
import { Icon } from '../../../lists/icons.tsx'
import { Shape } from '../../../ui/shapes/Shape.tsx'
import { text } from '../../../ui/text.ts'
import { Unbroken } from '../../../ui/Unbroken.tsx'
import { appointmentText, dayPlain, wallOf } from '../clock.ts'
import { conflictText, agreedText } from '../Warnings.tsx'
import styles from './agenda.module.css'
import type { Agenda } from './use-agenda.ts'
import type { MoveOutcome, ShareOutcome } from './use-places.ts'

interface BarProps {
  tone: 'danger' | 'warning' | 'success'
  headline: string
  sentences: readonly string[]
  undo?: (() => void) | undefined
  undoing?: boolean
  close: () => void
}

const shapes = { danger: 'diamond', warning: 'triangle', success: 'disc' } as const

function Bar({ tone, headline, sentences, undo, undoing = false, close }: BarProps) {
  return (
    <div
      className={`flex gap-10 middle surface ${styles.outcome} code-figures`}
      data-tone={tone}
      role={tone === 'danger' ? 'alert' : 'status'}
    >
      <Shape kind={shapes[tone]} tone={tone} />
      <p>
        <b>
          <Unbroken>{headline}</Unbroken>
        </b>{' '}
        <Unbroken>{sentences.map((one) => one.replace(/\.?$/, '.')).join(' ')}</Unbroken>
      </p>
      {undo && (
        <Button size="small" busy={undoing} onClick={undo}>
          {text('agenda.undo')}
        </Button>
      )}
      <IconButton size="small" label={text('list.close')} onClick={close}>
        <Icon name="close" size={16} />
      </IconButton>
    </div>
  )
}

function MoveBar({ agenda, outcome }: { agenda: Agenda; outcome: MoveOutcome }) {
  const { undoMove, forget, agreed } = agenda.places
  const { kind, before, now, said } = outcome
  if (kind === 'refused')
    return (
      <Bar tone="danger" headline={text('agenda.refused', { code: before.code })} sentences={said} close={forget} />
    )
  const conflicts = agenda.conflicts.get(now.id) ?? []
  const remarks = [
    ...conflicts.map((one) => conflictText(one, agreedText(agreed.get(now.id), now.time_zone))),
    ...(conflicts.length > 0 ? [] : said),
  ]
  const hours = appointmentText(now)
  const day = now.appointment ? dayPlain(wallOf(now.appointment.from, now.time_zone).day) : ''
  const done = now.assigned_technical
    ? text('agenda.moved', {
        code: now.code,
        name: now.assigned_technical.name,
        hours: hours ? `${day}, ${hours}` : '',
      })
    : text('agenda.freed', { code: now.code })
  return (
    <Bar
      tone={remarks.length > 0 ? 'warning' : 'success'}
      headline={done}
      sentences={remarks}
      undo={() => void undoMove(outcome)}
      close={forget}
    />
  )
}

function ShareBar({ agenda, outcome }: { agenda: Agenda; outcome: ShareOutcome }) {
  const { undoShare, undoing, forget } = agenda.places
  if (outcome.kind === 'shared') {
    const { orders } = outcome
    const headline = text('order.assign.done', { count: orders.length })
    return <Bar tone="success" headline={headline} sentences={[]} undo={() => void undoShare(orders)} undoing={undoing} close={forget} /> // prettier-ignore
  }
  const { freed, remaining, reason } = outcome
  if (remaining.length === 0)
    return <Bar tone="success" headline={text('order.assign.freed', { count: freed })} sentences={[]} close={forget} />
  const codes = new Intl.ListFormat('es').format(remaining.map(({ code }) => code))
  const headline = text('agenda.share.remaining', { count: remaining.length, codes })
  const sentences = [...(reason === null ? [] : [reason]), ...(freed > 0 ? [text('order.assign.freed', { count: freed })] : [])] // prettier-ignore
  return <Bar tone={freed > 0 ? 'warning' : 'danger'} headline={headline} sentences={sentences} close={forget} />
}

/** Result of the last move or proposal: done, with undo and warnings; or rejected, with the reason. */
export function OutcomeBar({ agenda }: { agenda: Agenda }) {
  const { outcome } = agenda.places
  if (!outcome) return null
  return 'now' in outcome ? (
    <MoveBar agenda={agenda} outcome={outcome} />
  ) : (
    <ShareBar agenda={agenda} outcome={outcome} />
  )
}
