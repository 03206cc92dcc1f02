import { formatPowerUnit, formatTime } from '../../ui/format.ts'
import { text } from '../../ui/text.ts'
import { CheckHint } from './FirstFields.tsx'
import css from './olt-figures.module.css'
import { ownReading } from './use-seen.ts'
import type { StepForm } from './use-step.ts'

/** What was typed and what the OLT reads of the same line, side by side. */
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
    <section className={css.both} aria-label={text('tech.figures')}>
      <dl className={css.figures}>
        {rows.map(([name, dbm]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{formatPowerUnit(dbm) ?? '–'}</dd>
          </div>
        ))}
      </dl>
      <CheckHint form={form} code="rx_olt" />
      <CheckHint form={form} code="rx_gain" />
    </section>
  )
}
