import { compareNatural } from '@hilo/domain/text.ts'
import type { ZoneForecast } from '@hilo/contract/reports/indicators.ts'
import { useNavigate } from '@tanstack/react-router'
import { useId, type ReactNode } from 'react'
import { serverNow } from '../../api/clock.ts'
import { useCall } from '../../api/query.ts'
import { session } from '../../api/session.ts'
import { isDay } from '../../ui/form/days.ts'
import { DayInput } from '../../ui/form/moment-inputs.tsx'
import { Segments } from '../../kit/Segments.tsx'
import { text } from '../../ui/text.ts'
import { daysOf, periods, periodWord, type Search } from './report-query.ts'
import styles from './reports.module.css'

const most = 200

/** Period, contractor, technician and zone, stored in the URL. */
export function Filters({ search, zones }: { search: Search; zones: readonly ZoneForecast[] }) {
  const navigate = useNavigate()
  const change = (part: Search) => {
    const next = Object.entries({ ...search, ...part }).filter(([, value]) => value !== '' && value !== undefined)
    void navigate({ to: '/vno/informes', search: Object.fromEntries(next), replace: true })
  }
  const word = periodWord(search)
  const days = daysOf(search, serverNow())
  return (
    <div className={styles.filters} role="group" aria-label={text('reports.filters')}>
      <Segments
        label={text('home.period')}
        options={periods.map((value) => ({ value, text: text(`reports.period.${value}`) }))}
        value={word}
        onChange={(value) =>
          change(
            value === 'rango'
              ? { periodo: '', desde: days.from, hasta: days.to }
              : { periodo: value === '30d' ? '' : value, desde: '', hasta: '' },
          )
        }
      />
      {word === 'rango' && (
        <span className="flex wrap gap-8">
          {(['desde', 'hasta'] as const).map((end) => (
            <Labelled key={end} name={text(`reports.${end}`)}>
              {(id) => (
                <DayInput
                  needed
                  id={id}
                  className="hl-input"
                  value={end === 'desde' ? days.from : days.to}
                  onChange={(day) => isDay(day) && change({ [end]: day })}
                />
              )}
            </Labelled>
          ))}
        </span>
      )}
      <People search={search} change={change} />
      <Choice
        name={text('reports.zone')}
        all={text('reports.zone.all')}
        value={search['zona']}
        options={zones
          .toSorted((a, b) => compareNatural(a.municipality, b.municipality))
          .map(({ ine_code, municipality }) => ({ value: ine_code, text: municipality }))}
        onChange={(zona) => change({ zona })}
      />
    </div>
  )
}

function People({ search, change }: { search: Search; change: (part: Search) => void }) {
  const may = session.can('technician_view')
  const contractors = useCall('admin_vno/contractors/get', { limit: most }, { enabled: may })
  const contractor = Number(String(search['contrata'] ?? '').split('~', 1)[0])
  const filter = contractor > 0 ? { filter: { contractor_id: contractor } } : {}
  const technicals = useCall('admin_vno/technicals/get', { limit: most, ...filter }, { enabled: may })
  const neutral = session.isNeutral()
  const operators = useCall('admin_vno/vno/get', { limit: most }, { enabled: neutral && session.can('vno_view') })
  return (
    <>
      {neutral && operators.data && (
        <Choice
          name={text('reports.operator')}
          all={text('reports.operator.all')}
          value={search['operador']}
          options={operators.data.records.map(({ id, name }) => ({ value: `${id}~${name}`, text: name }))}
          onChange={(operador) => change({ operador })}
        />
      )}
      {may && (
        <>
          <Choice
            name={text('reports.contractor')}
            all={text('reports.contractor.all')}
            value={search['contrata']}
            options={(contractors.data?.records ?? []).map(({ id, name }) => ({ value: `${id}~${name}`, text: name }))}
            onChange={(contrata) => change({ contrata, tecnico: '' })}
          />
          <Choice
            name={text('reports.technical')}
            all={text('reports.technical.all')}
            value={search['tecnico']}
            options={(technicals.data?.records ?? []).map(({ id, name }) => ({ value: `${id}~${name}`, text: name }))}
            onChange={(tecnico) => change({ tecnico })}
          />
        </>
      )}
    </>
  )
}

interface ChoiceProps {
  name: string
  all: string
  value: unknown
  options: readonly { value: string; text: string }[]
  onChange: (value: string) => void
}

function Choice({ name, all, value, options, onChange }: ChoiceProps) {
  const chosen = typeof value === 'string' ? value : ''
  const unknown = chosen !== '' && !options.some((option) => option.value === chosen)
  return (
    <Labelled name={name}>
      {(id) => (
        <select
          id={id}
          className="hl-input"
          data-chosen={chosen !== '' || undefined}
          value={chosen}
          onChange={({ target }) => onChange(target.value)}
        >
          <option value="">{all}</option>
          {/* A link may name a value that is not loaded yet. */}
          {unknown && <option value={chosen}>{chosen.split('~').at(-1)}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.text}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  )
}

function Labelled({ name, children }: { name: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <span className={`inline-flex middle gap-6 shrink text-xs ink-2 ${styles.labelled}`}>
      <label htmlFor={id}>{name}</label>
      {children(id)}
    </span>
  )
}
