import { limits } from '@hilo/domain/optics.ts'
import IconPlus from '@iconify-json/tabler/plus'
import IconX from '@iconify-json/tabler/x'
import { Button, Press } from '../../../kit/Button.tsx'
import { ScanButton } from '../../../ui/scan/ScanButton.tsx'
import { text } from '../../../ui/text.ts'
import { AllFine, CheckHint, Choice, Comments, Count, Decimal, Field, Line, YesNo } from './Fields.tsx'
import css from './fields.module.css'
import { PowerField } from './PowerField.tsx'
import { SignatureField } from './SignatureField.tsx'
import type { StepForm } from './use-step.ts'
import { formatPowerUnit, formatTime } from '../../../ui/format.ts'
import { ownReading } from './use-seen-facts.ts'

/** Final report: the customer's ONT, its light, and materials. */
export function FinalFields({ form }: { form: StepForm<'final_report'> }) {
  const { data, set, work } = form
  const serves = work.work_kind !== 'baja' && work.work_kind !== 'mantenimiento'
  return (
    <>
      {serves && <OntChoice form={form} />}
      {serves && <Served form={form} />}
      <Count
        name="minutes"
        label={text('tech.field.minutes')}
        value={data.minutes}
        most={1440}
        step={5}
        change={(minutes) => set({ minutes })}
      />
      <Materials form={form} />
      {serves && <SignatureField form={form} />}
      <Comments value={data.comments} change={(comments) => set({ comments })} />
    </>
  )
}

/** Several new ONTs on the PON: the technician chooses by the printed serial. */
function OntChoice({ form: { data, set, work } }: { form: StepForm<'final_report'> }) {
  const drop = work.steps?.find(({ step }) => step === 'drop_enrollment')
  const found = drop?.checks.find(({ code }) => code === 'ont_choice')?.value
  const serials = typeof found === 'string' ? found.split(', ') : []
  if (serials.length === 0 || serials.includes(data.ont_serial ?? '')) return null
  return (
    <Choice
      name="ont_choice"
      label={text('tech.field.ont_choice')}
      options={serials.map((serial) => ({ value: serial, label: serial }))}
      value={data.ont_serial ?? null}
      choose={(ont_serial) => set({ ont_serial })}
    />
  )
}

/** Installed service. */
function Served({ form }: { form: StepForm<'final_report'> }) {
  const { data, set, facts } = form
  const optics = facts.opticClass ?? 'B+'
  return (
    <>
      <Line
        name="ont_serial"
        label={text('tech.field.ont_serial')}
        value={data.ont_serial}
        code
        most={64}
        change={(ont_serial) => set({ ont_serial })}
        act={
          <ScanButton
            className={css.scan}
            title={text('scan.ont')}
            kind="serial"
            read={({ label }) => set({ ont_serial: label })}
          />
        }
        hint={<CheckHint form={form} code="ont_serial" />}
      />
      <PowerField
        eager
        name="rx_dbm"
        label={text('tech.field.rx_dbm')}
        value={data.rx_dbm}
        change={(rx_dbm) => set({ rx_dbm })}
        limits={facts.limits?.ont ?? limits('ont', optics)}
      />
      <CheckHint form={form} code="ont_rx" />
      <CheckHint form={form} code="drop_loss" />
      <OltFigures form={form} />
      <Decimal
        name="tx_dbm"
        label={text('tech.field.tx_dbm')}
        value={data.tx_dbm}
        least={-10}
        most={10}
        change={(tx_dbm) => set({ tx_dbm })}
      />
      {(data.speed_ok == null || data.customer_present == null) && (
        <AllFine name={text('tech.fine.home')} act={() => set({ speed_ok: true, customer_present: true })} />
      )}
      <YesNo
        name="speed_ok"
        label={text('tech.field.speed_ok')}
        value={data.speed_ok}
        choose={(speed_ok) => set({ speed_ok })}
      />
      <CheckHint form={form} code="speed" />
      <YesNo
        name="customer_present"
        label={text('tech.field.customer_present')}
        value={data.customer_present}
        choose={(customer_present) => set({ customer_present })}
      />
    </>
  )
}

/** Typed figures beside those that the OLT reads of the same line. */
function OltFigures({ form }: { form: StepForm<'final_report'> }) {
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
    <section className={`${css.oltFigures} grid gap-12`} aria-label={text('tech.figures')}>
      <dl className="grid gap-8 thirds">
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

/** Used materials with quantities. */
function Materials({ form: { data, set } }: { form: StepForm<'final_report'> }) {
  const used = data.materials ?? []
  const change = (at: number, next: { code: string; quantity: number } | null) =>
    set({ materials: used.flatMap((one, index) => (index === at ? (next ?? []) : one)) })
  return (
    <Field name="materials" label={text('tech.field.materials')}>
      {used.map((one, at) => (
        <div key={at} className={css.line}>
          <input
            className={css.input}
            aria-label={text('tech.field.material', { number: at + 1 })}
            maxLength={40}
            value={one.code}
            onChange={({ target }) => change(at, { ...one, code: target.value })}
          />
          <input
            className={css.input}
            aria-label={text('tech.field.quantity', { number: at + 1 })}
            inputMode="decimal"
            defaultValue={String(one.quantity).replace('.', ',')}
            onChange={({ target }) => {
              const quantity = Number.parseFloat(target.value.replace(',', '.'))
              if (quantity > 0 && quantity <= 10_000) change(at, { ...one, quantity })
            }}
          />
          <Press
            className={css.add}
            aria-label={text('tech.field.material.remove', { number: at + 1 })}
            onClick={() => change(at, null)}
          >
            <IconX size={22} stroke={2} aria-hidden />
          </Press>
        </div>
      ))}
      {used.length < 50 && used.every(({ code }) => code !== '') && (
        <Button size="glove" shape="wide" onClick={() => set({ materials: [...used, { code: '', quantity: 1 }] })}>
          <IconPlus size={22} stroke={2} aria-hidden />
          {text('tech.field.material.add')}
        </Button>
      )}
    </Field>
  )
}
