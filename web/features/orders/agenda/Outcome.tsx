import { Icon } from '../../../lists/icons.tsx'
import { Shape } from '../../../ui/shapes/Shape.tsx'
import { text } from '../../../ui/text.ts'
import { appointmentText, dayPlain, wallOf } from '../clock.ts'
import { conflictText, agreedText } from '../Warnings.tsx'
import styles from './agenda.module.css'
import type { Agenda } from './use-agenda.ts'

/** What became of the last move: done, with a way back and what should be known; or refused, and why. */
export function OutcomeBar({ agenda }: { agenda: Agenda }) {
  const { outcome, undo, forget, agreed } = agenda.places
  if (!outcome) return null
  const { kind, before, now, said } = outcome
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
  const refused = kind === 'refused'
  const tone = refused ? 'danger' : remarks.length > 0 ? 'warning' : 'success'
  return (
    <div className={styles.outcome} data-tone={tone} role={refused ? 'alert' : 'status'}>
      <Shape kind={refused ? 'diamond' : remarks.length > 0 ? 'triangle' : 'disc'} tone={tone} />
      <p>
        <b>{refused ? text('agenda.refused', { code: before.code }) : done}</b>{' '}
        {(refused ? said : remarks).map((one) => one.replace(/\.?$/, '.')).join(' ')}
      </p>
      {!refused && (
        <button type="button" className="hl-button hl-small" onClick={() => undo(outcome)}>
          {text('agenda.undo')}
        </button>
      )}
      <button type="button" className="hl-icon-button" aria-label={text('list.close')} onClick={forget}>
        <Icon name="close" size={16} />
      </button>
    </div>
  )
}
