import { compareNatural } from '@hilo/domain/text.ts'
import IconChevronLeft from '@iconify-json/tabler/chevron-left'
import IconChevronRight from '@iconify-json/tabler/chevron-right'
import { useMemo } from 'react'
import { useIsLive } from '../../../api/stream.ts'
import { Button, IconButton } from '../../../kit/Button.tsx'
import { addDays } from '../../../lists/state/days.ts'
import { isDay } from '../../../ui/form/days.ts'
import { DayInput } from '../../../ui/form/moment-inputs.tsx'
import { Segments } from '../../../kit/Segments.tsx'
import { Shape } from '../../../ui/shapes/Shape.tsx'
import { text } from '../../../ui/text.ts'
import { dayPlain, dayTitle } from '../clock.ts'
import styles from './agenda.module.css'
import type { Agenda, AgendaView } from './use-agenda.ts'

/** Previous and next day or week, and today. */
export function DayPicker({ agenda }: { agenda: Agenda }) {
  const { day, days, today, view, change } = agenda
  const step = view === 'semana' ? 7 : 1
  const go = (to: string) => change({ dia: to === today ? undefined : to })
  return (
    <div className={`flex gap-6 ${styles.picker}`}>
      <IconButton kind="second" label={text(`agenda.before.${view}`)} onClick={() => go(addDays(day, -step))}>
        <IconChevronLeft size={18} />
      </IconButton>
      <Button aria-disabled={days.includes(today)} onClick={() => go(today)}>
        {text('list.time.hoy')}
      </Button>
      <IconButton kind="second" label={text(`agenda.after.${view}`)} onClick={() => go(addDays(day, step))}>
        <IconChevronRight size={18} />
      </IconButton>
      <DayInput
        needed
        className="hl-input"
        aria-label={text('agenda.day')}
        value={day}
        onChange={(chosen) => isDay(chosen) && go(chosen)}
      />
    </div>
  )
}

export function AgendaTitle({ agenda }: { agenda: Agenda }) {
  const { day, days, view } = agenda
  const [first = day, last = day] = [days[0], days.at(-1)]
  return (
    <h1>{view === 'semana' ? text('agenda.week', { from: dayPlain(first), to: dayPlain(last) }) : dayTitle(day)}</h1>
  )
}

function Counts({ agenda }: { agenda: Agenda }) {
  const live = useIsLive()
  const visits = agenda.lanes.flatMap(({ orders }) => orders)
  const unscheduled = visits.filter(({ appointment }) => appointment === null).length
  const warned = agenda.lanes.reduce(
    (sum, { orders }) => sum + orders.filter(({ id }) => agenda.conflicts.has(id)).length,
    0,
  )
  const { onlyWarned, change } = agenda
  return (
    <>
      {agenda.planned.data && (
        <span className="inline-flex gap-6 middle ink-2">
          {[
            text('agenda.visits', { count: visits.length - unscheduled }),
            unscheduled > 0 && text('agenda.unscheduled', { count: unscheduled }),
          ]
            .filter(Boolean)
            .join(', ')}
        </span>
      )}
      {(warned > 0 || onlyWarned) && (
        <Button size="small" aria-pressed={onlyWarned} onClick={() => change({ avisos: onlyWarned ? undefined : '1' })}>
          <Shape kind="triangle" tone="warning" size={10} />
          {text('agenda.warned', { count: warned })}
        </Button>
      )}
      {live && (
        <span className="inline-flex gap-6 middle ink-2">
          <Shape kind="disc" tone="success" size={9} /> {text('agenda.live')}
        </span>
      )}
    </>
  )
}

/** Filters of the lanes. */
export function Filters({ agenda }: { agenda: Agenda }) {
  const { name, contractor, operator, operators, neutral, known, change } = agenda
  const contractors = useMemo(() => {
    const all = [...known.values()].flatMap((one) => (one.contractor ? [one.contractor] : []))
    return [...new Map(all.map((one) => [one.id, one.name]))].toSorted(([, one], [, other]) =>
      compareNatural(one, other),
    )
  }, [known])
  return (
    <>
      {neutral && (
        <select
          className={`hl-input ${styles.choice}`}
          aria-label={text('column.orders.vno.name')}
          disabled={operators.length === 0}
          value={operator ?? ''}
          onChange={({ target }) => change({ operador: target.value, contrata: undefined, tecnico: undefined })}
        >
          {operators.map((one) => (
            <option key={one.value} value={one.value}>
              {one.text}
            </option>
          ))}
        </select>
      )}
      <input
        className="hl-input"
        type="search"
        aria-label={text('agenda.technician')}
        placeholder={text('agenda.technician')}
        value={name}
        onChange={({ target }) => change({ tecnico: target.value || undefined })}
      />
      <select
        className={`hl-input ${styles.choice}`}
        aria-label={text('column.orders.contractor.name')}
        value={contractor ?? ''}
        onChange={({ target }) => change({ contrata: target.value || undefined })}
      >
        <option value="">{text('agenda.contractors')}</option>
        {contractors.map(([id, label]) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </select>
    </>
  )
}

/** Days, filters, and counts. */
export function Head({ agenda }: { agenda: Agenda }) {
  const { view, change } = agenda
  return (
    <header className={`grid gap-10 ${styles.top}`}>
      <div className="flex gap-8 gap-x-12 wrap middle min-h-28">
        <AgendaTitle agenda={agenda} />
        <Counts agenda={agenda} />
      </div>
      <div className="flex gap-8 gap-x-12 wrap middle min-h-28">
        <DayPicker agenda={agenda} />
        <Segments<AgendaView>
          label={text('agenda.view')}
          options={[
            { value: 'dia', text: text('agenda.view.dia') },
            { value: 'semana', text: text('agenda.view.semana') },
          ]}
          value={view}
          onChange={(value) => change({ vista: value === 'dia' ? undefined : value })}
        />
        <span className="grow" />
        <Filters agenda={agenda} />
      </div>
    </header>
  )
}
