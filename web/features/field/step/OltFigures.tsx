import { formatPowerUnit, formatTime } from '../../../ui/format.ts'
import { text } from '../../../ui/text.ts'
import { CheckHint } from './BoxFields.tsx'
import css from './olt-figures.module.css'
import { ownReading } from './use-seen-facts.ts'
import type { StepForm } from './use-step.ts'

/** Typed figures beside those that the OLT reads of the same line. */
export function OltFigures({ form }: { form: StepForm<'final_report'> }) {
  const { work, data, facts } = form
  const reading = ownReading(work)
  const rows = [
    [text('tech.figures.port'), facts.portDbm ?? null],
    [text('tech.figures.typed'), data.rx_dbm ?? null],
    [
      reading ? text('tech.figures.olt', { at: formatTime(reading.at) }) : text('tech.figures.olt_none'),
      reading?.rx ?? null,
    ],
  ] as const
  return (
    <section className={`${css.section} grid gap-12`} aria-label={text('tech.figures')}>
      <dl className={`${css.figures} grid gap-8 thirds`}>
        {rows.map(([name, dbm]) => (
          <div key={name} className="flex column gap-4 hand-card between">
            <dt className="hand-s ink-2">{name}</dt>
            <dd className="hand-m semibold nowrap">{formatPowerUnit(dbm) ?? '–'}</dd>
          </div>
        ))}
      </dl>
      <CheckHint form={form} code="rx_olt" />
      <CheckHint form={form} code="rx_gain" />
    </section>
  )
}
