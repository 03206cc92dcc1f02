import type { Limits } from '@hilo/domain/optics.ts'
import { powerLevel } from '@hilo/domain/optics.ts'
import { useId, useState } from 'react'
import { Press } from '../../../kit/Button.tsx'
import { formatPowerUnit } from '../../../ui/format.ts'
import { text } from '../../../ui/text.ts'
import css from './fields.module.css'
import { dbmOf, figureOf } from './power-keypad.ts'
import { PowerEntry } from './PowerEntry.tsx'
import { StateSign } from '../StateSign.tsx'

interface PowerFieldProps {
  name: string
  label: string
  value: number | null | undefined
  change: (dbm: number | null) => void
  /** Null for a power without limits. */
  limits: Limits
  judged?: boolean
  /** Opens the keypad at once if the power is missing. */
  eager?: boolean
}

/** Power among other fields: a row that opens a keypad below; each key is saved. */
export function PowerField({ name, label, value, change, limits, judged = true, eager = false }: PowerFieldProps) {
  const id = useId()
  const [figure, setFigure] = useState<string | null>(eager && value == null ? '' : null)
  const open = figure !== null
  const level = value == null || !judged ? null : powerLevel(value, limits)
  return (
    <div className={css.field} data-field={name}>
      <Press
        className={css.value}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setFigure(open ? null : figureOf(value))}
      >
        {level && <StateSign level={level} size={22} />}
        {label}
        <strong className="nowrap push hand-size-xl weight-650">
          {formatPowerUnit(value) ?? text('tech.power.enter')}
        </strong>
      </Press>
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
