import { limits } from '@hilo/domain/optics.ts'
import { useEffect, useState } from 'react'
import { text } from '../../../ui/text.ts'
import { CheckHint, Choice, Comments, Line } from './Fields.tsx'
import css from './fields.module.css'
import { dbmOf, figureOf } from './power-keypad.ts'
import { PowerEntry } from './PowerEntry.tsx'
import { PowerField } from './PowerField.tsx'
import type { StepForm } from './use-step.ts'

const waves = [1490, 1577, 1550, 1310]

/** Power at the port, checked on each key. */
export function PowerFields({ form }: { form: StepForm<'power'> }) {
  const { data, set, facts } = form
  const optics = facts.opticClass ?? 'B+'
  const [figure, setFigure] = useState(figureOf(data.power_dbm))
  // The value was reset elsewhere: it has to be measured again.
  const cleared = data.power_dbm == null && dbmOf(figure) !== null
  useEffect(() => {
    if (cleared) setFigure('')
  }, [cleared])
  const change = (next: string) => {
    setFigure(next)
    set({ power_dbm: dbmOf(next) })
  }
  return (
    <>
      <PowerEntry
        figure={cleared ? '' : figure}
        change={change}
        limits={facts.limits?.cto_port ?? limits('cto_port', optics)}
      />
      <CheckHint form={form} code="meter_picture" />
      <CheckHint form={form} code="power_olt" />
      <details className={css.more}>
        <summary className="title min-h-56">{text('tech.power.more')}</summary>
        <Socket form={form} />
        <Choice
          name="wavelength_nm"
          label={text('tech.field.wavelength_nm')}
          options={waves.map((value) => ({ value, label: text('tech.nm', { value }) }))}
          value={data.wavelength_nm}
          choose={(wavelength_nm) => set({ wavelength_nm })}
        />
        <CheckHint form={form} code="wavelength" />
        <Line
          name="meter.model"
          label={text('tech.field.meter.model')}
          value={data.meter?.model}
          most={60}
          change={(model) => set({ meter: { ...data.meter, model } })}
        />
        <Line
          name="meter.serial"
          label={text('tech.field.meter.serial')}
          value={data.meter?.serial}
          most={60}
          code
          change={(serial) => set({ meter: { ...data.meter, serial } })}
        />
        <Comments value={data.comments} change={(comments) => set({ comments })} />
      </details>
    </>
  )
}

/** Power at the customer's outlet. */
function Socket({ form }: { form: StepForm<'power'> }) {
  const { data, set, facts } = form
  return (
    <>
      <PowerField
        name="roseta_dbm"
        label={text('tech.field.roseta_dbm')}
        value={data.roseta_dbm}
        change={(roseta_dbm) => set({ roseta_dbm })}
        limits={facts.limits?.ont ?? limits('ont', facts.opticClass ?? 'B+')}
      />
      <CheckHint form={form} code="drop_loss" />
      <CheckHint form={form} code="drop_gain" />
      <CheckHint form={form} code="roseta_olt" />
    </>
  )
}
