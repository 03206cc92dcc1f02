import type { Output } from '@hilo/contract/index.ts'
import { useId } from 'react'
import { useCto } from '../../lists/panel/use-cto.ts'
import { boxLabel, boxSize } from '../../lists/registry/faceplate-items.ts'
import { Faceplate } from '../../ui/faceplate/Faceplate.tsx'
import { formatPowerUnit } from '../../ui/format.ts'
import { text } from '../../ui/text.ts'
import styles from './hair.module.css'

type Choice = Output<'admin_vno/events/fiber/change/port_availability/get'>

interface PortChoiceProps {
  choice: Choice
  /** Id of the chosen port. */
  value: string
  onChange: (id: string) => void
  /** Current port. */
  from: number | null
  label: string
  /** Label of the empty choice. */
  empty: string
  /** Error message. */
  wrong?: string | undefined
}

/** Port choice by drawing or by a list of free ports. */
export function PortChoice({ choice, value, onChange, from, label, empty, wrong }: PortChoiceProps) {
  const id = useId()
  const cto = useCto(choice.cto.id)
  const free = choice.records.filter(({ available }) => available)
  const chosen = choice.records.find(({ port_id: id }) => String(id) === value)
  const leaving = choice.records.find(({ port_id: id }) => id === from)
  const pick = (number: number) => {
    const port = free.find((one) => one.number === number)
    if (port) onChange(String(port.port_id))
  }
  return (
    <>
      {cto?.ports ? (
        <Faceplate
          ports={cto.ports}
          total={boxSize(cto.ports_total)}
          size="small"
          title={boxLabel(cto.code)}
          subtitle={text('faceplate.ports', { count: cto.ports_total })}
          ring={leaving ? [{ port: leaving.number, kind: 'working' }] : []}
          selectedPort={chosen?.number}
          onSelectPort={pick}
        />
      ) : (
        <div className={`hl-box-place ${styles.drawing}`} aria-busy="true" />
      )}
      <div className="grid gap-4">
        <label className="semibold" htmlFor={id}>
          {label}
        </label>
        <select
          id={id}
          className="hl-input"
          aria-invalid={wrong !== undefined}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        >
          <option value="">{empty}</option>
          {free.map(({ port_id, number, rx_estimate_dbm: power }) => (
            <option key={port_id} value={port_id}>
              {power === null
                ? text('list.port', { number })
                : text('hair.portOption', { number, power: formatPowerUnit(power) ?? '' })}
            </option>
          ))}
        </select>
      </div>
      {wrong !== undefined && (
        <p className="note lines-xs" role="alert" data-tone="warning">
          {wrong}
        </p>
      )}
      {free.length === 0 && (
        <p className="note lines-xs" role="status" data-tone="warning">
          {text('hair.noneFree', { count: choice.alternatives.length })}
        </p>
      )}
    </>
  )
}
