import type { Limits } from '@hilo/domain/optics.ts'
import { powerLevel } from '@hilo/domain/optics.ts'
import { useId, useState } from 'react'
import { formatPowerUnit } from '../../ui/format.ts'
import { text } from '../../ui/text.ts'
import css from './fields.module.css'
import { dbmOf, figureOf } from './figure.ts'
import { PowerEntry } from './PowerEntry.tsx'
import { StateSign } from './StateSign.tsx'

interface PowerFieldProps {
  name: string
  label: string
  value: number | null | undefined
  change: (dbm: number | null) => void
  /** Null for a power that has no limit here. */
  limits: Limits
  judged?: boolean
  /** The keypad is there at once where the power is still missing. */
  eager?: boolean
}

/** A power among other fields: a row that opens the keypad below it; every key counts at once. */
export function PowerField({ name, label, value, change, limits, judged = true, eager = false }: PowerFieldProps) {
  const id = useId()
  const [figure, setFigure] = useState<string | null>(eager && value == null ? '' : null)
  const open = figure !== null
  const level = value == null || !judged ? null : powerLevel(value, limits)
  return (
    <div className={css.field} data-field={name}>
      <button
        type="button"
        className={css.value}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setFigure(open ? null : figureOf(value))}
      >
        {level && <StateSign level={level} size={22} />}
        {label}
        <strong>{formatPowerUnit(value) ?? text('tech.power.enter')}</strong>
      </button>
      {open && (
        <div id={id}>
          <PowerEntry
            figure={figure}
            change={(next) => {
              setFigure(next)
              change(dbmOf(next))
            }}
            limits={limits}
          />
        </div>
      )}
    </div>
  )
}
