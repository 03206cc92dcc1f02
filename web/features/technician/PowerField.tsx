import type { Limits } from '@hilo/domain/optics.ts'
import { powerLevel } from '@hilo/domain/optics.ts'
import { useState } from 'react'
import { formatPowerUnit } from '../../ui/format.ts'
import { text } from '../../ui/text.ts'
import css from './fields.module.css'
import { dbmOf, figureOf } from './figure.ts'
import phone from './phone.module.css'
import { PowerEntry } from './PowerEntry.tsx'
import { Sheet } from './Sheet.tsx'
import { StateSign } from './StateSign.tsx'

interface PowerFieldProps {
  name: string
  label: string
  value: number | null | undefined
  change: (dbm: number | null) => void
  /** Null for a power that has no limit here. */
  limits: Limits
  judged?: boolean
}

/** A power among other fields: a row that opens the keypad. */
export function PowerField({ name, label, value, change, limits, judged = true }: PowerFieldProps) {
  const [open, setOpen] = useState(false)
  const level = value == null || !judged ? null : powerLevel(value, limits)
  return (
    <div className={css.field} data-field={name}>
      <button type="button" className={css.value} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {level && <StateSign level={level} size={22} />}
        {label}
        <strong>{formatPowerUnit(value) ?? text('tech.power.enter')}</strong>
      </button>
      {open && <PowerSheet label={label} value={value} change={change} limits={limits} close={() => setOpen(false)} />}
    </div>
  )
}

function PowerSheet({ label, value, change, limits, close }: Omit<PowerFieldProps, 'name'> & { close: () => void }) {
  const [figure, setFigure] = useState(figureOf(value))
  return (
    <Sheet title={label} close={close}>
      <PowerEntry figure={figure} change={setFigure} limits={limits} />
      <div className={phone.row}>
        <button type="button" className={`${phone.second} ${phone.back}`} style={{ width: 120 }} onClick={close}>
          {text('app.cancel')}
        </button>
        <button
          type="button"
          className={phone.main}
          onClick={() => {
            change(dbmOf(figure))
            close()
          }}
        >
          {text('tech.act.note')}
        </button>
      </div>
    </Sheet>
  )
}
