import { connectionType, portState } from '@hilo/domain/status.ts'
import { accessMethods, boxFaults, boxFound, portFound } from '@hilo/domain/step-data.ts'
import type { Position } from '@hilo/domain/step-data.ts'
import { useCallback, useEffect } from 'react'
import { isPoor } from '@hilo/domain/picture.ts'
import { nearM } from '@hilo/domain/step-checks.ts'
import { Button, Press } from '../../../kit/Button.tsx'
import { text } from '../../../ui/text.ts'
import { labelOf } from '../box/box.ts'
import { AllFine, CheckHint, Choice, Comments, Count, Field, Hint, Line, Tick, YesNo } from './Fields.tsx'
import css from './fields.module.css'
import { LabelScan } from './LabelScan.tsx'
import { NoAccess } from './NoAccess.tsx'
import type { StepForm } from './use-step.ts'
import { useBox } from '../use-work.ts'
import { formatDistance } from '../../../ui/format.ts'
import { metresBetween, useHere } from '../position.ts'

/** Arrival: box, position and inspected risks. */
export function InitialFields({ form }: { form: StepForm<'initial'> }) {
  const { data, set, work, facts } = form
  const box = useBox(work.cto_id)
  const { position } = data
  const place = useCallback((found: Position) => set({ position: found }), [set])
  const prl = data.prl ?? {}
  const tick = (name: 'altura' | 'tension' | 'gas') => (
    <Tick
      key={name}
      name={`prl.${name}`}
      label={text(`tech.prl.${name}`)}
      checked={prl[name] === true}
      change={(checked) => set({ prl: { ...prl, [name]: checked ? true : null } })}
    />
  )
  return (
    <>
      <Field name="prl" label={text('tech.field.prl')}>
        <div className="grid gap-8 mb-8">
          {(facts.ctoType === 'camara'
            ? (['altura', 'tension', 'gas'] as const)
            : (['altura', 'tension'] as const)
          ).map(tick)}
        </div>
      </Field>
      <Line
        name="cto_code_read"
        label={text('tech.field.cto_code_read')}
        value={data.cto_code_read}
        code
        change={(value) => set({ cto_code_read: value, read_by: value === '' ? null : 'typed' })}
        act={
          <LabelScan
            of="box"
            expected={[box?.label, box?.code]}
            read={(label, by) => set({ cto_code_read: label, read_by: by === 'manual' ? 'typed' : 'qr' })}
          />
        }
        hint={
          <>
            <CheckHint form={form} code="cto_code" />
            {!data.cto_code_read && (
              <Press
                className={css.again}
                style={{ marginTop: 6, width: '100%' }}
                onClick={() => set({ cto_code_read: box?.label ?? labelOf(work.cto.code), read_by: 'list' })}
              >
                {text('tech.field.cto_is', { label: box?.label ?? labelOf(work.cto.code) })}
              </Press>
            )}
          </>
        }
      />
      <PlaceLine position={position} set={place} box={box} />
      {box?.access_notes && <p className={css.hint}>{text('tech.access_notes', { notes: box.access_notes })}</p>}
    </>
  )
}

interface PlaceLineProps {
  /** Position stored in the step. */
  position: Position | null | undefined
  set: (position: Position) => void
  box: { position: { lat: number; lon: number } } | null
}

/** Distance to the box and its accuracy; replaces the stored position if a more accurate one arrives. */
function PlaceLine({ position, set, box }: PlaceLineProps) {
  const { position: live, refused } = useHere()
  const poor = isPoor(position?.accuracy_m)
  const improves =
    live !== null && poor && (position == null || (live.accuracy_m ?? Infinity) < (position.accuracy_m ?? Infinity))
  useEffect(() => {
    if (improves) set(live)
  }, [improves, live, set])
  if (position == null) {
    return <p className={css.hint}>{text(refused ? 'tech.position.refused' : 'tech.position.none')}</p>
  }
  const metres = box && Math.round(metresBetween(position, box.position))
  const accuracy = position.accuracy_m == null ? null : formatDistance(position.accuracy_m)
  return (
    <p className={css.hint} data-level={metres !== null && metres > nearM ? 'aviso' : undefined}>
      {metres !== null && text('tech.position.metres', { distance: formatDistance(metres) })}
      {accuracy && ` ${text('tech.position.accuracy', { accuracy })}`}
      {poor && ` ${text('tech.position.poor')}`}
    </p>
  )
}

const conditionNames = { 996: 'cto_damaged', 997: 'cto_distant', 998: 'cto_in_tree', 999: 'cto_in_chamber' } as const

/** Tidiness of a box with everything in its place. */
const inPlace = 5

/** State of the box before the work. */
export function ReportFields({ form }: { form: StepForm<'report'> }) {
  const { data, set, work } = form
  const box = useBox(work.cto_id)
  const free = box?.ports?.filter(({ port_state: state }) => state === portState.is.disponible).length ?? null
  const tidy =
    data.box === 'cerrada' && data.tidy != null && data.loose_fibres === false && data.free_ports_seen != null
  return (
    <>
      {!tidy && free !== null && (
        <AllFine
          name={text('tech.fine.box', { count: free, tidy: inPlace })}
          act={() => set({ box: 'cerrada', tidy: inPlace, loose_fibres: false, free_ports_seen: free })}
        />
      )}
      <Choice
        name="box"
        label={text('tech.field.box')}
        options={boxFound.map((value) => ({ value, label: text(`choice.box.${value}`) }))}
        value={data.box}
        choose={(box) => set({ box })}
      />
      <Choice
        name="tidy"
        label={text('tech.field.tidy')}
        columns={5}
        options={[1, 2, 3, 4, 5].map((value) => ({ value, label: String(value) }))}
        value={data.tidy}
        choose={(tidy) => set({ tidy })}
      />
      <p className={css.hint} style={{ margin: '-12px 0 16px' }}>
        {text('tech.field.tidy.hint')}
      </p>
      <Count
        name="free_ports_seen"
        label={text('tech.field.free_ports_seen')}
        value={data.free_ports_seen}
        most={32}
        change={(free_ports_seen) => set({ free_ports_seen })}
      />
      <YesNo
        name="loose_fibres"
        label={text('tech.field.loose_fibres')}
        value={data.loose_fibres}
        choose={(loose_fibres) => set({ loose_fibres })}
      />
      <Conditions form={form} />
      <Comments
        value={data.comments}
        change={(comments) => set({ comments })}
        hint={<CheckHint form={form} code="comment" />}
      />
    </>
  )
}

/** Faults of the box as a whole. */
function Conditions({ form: { data, set } }: { form: StepForm<'report'> }) {
  const chosen = data.conditions ?? []
  return (
    <Field name="conditions" label={text('tech.field.conditions')}>
      <div className="grid gap-8 mb-8">
        {boxFaults.map((code) => (
          <Tick
            key={code}
            name={`conditions.${code}`}
            label={text(`status.condition.${conditionNames[code]}`)}
            checked={chosen.includes(code)}
            change={(on) => set({ conditions: on ? [...chosen, code] : chosen.filter((one) => one !== code) })}
          />
        ))}
      </div>
    </Field>
  )
}

/** How the technician got access to the box, or why not. */
export function AccessFields({ form }: { form: StepForm<'cto_access'> }) {
  const { data, set } = form
  if (data.no_access_reason != null) return <NoAccess form={form} />
  return (
    <>
      <Choice
        name="method"
        label={text('tech.field.method')}
        options={accessMethods.map((value) => ({ value, label: text(`choice.method.${value}`) }))}
        value={data.method}
        choose={(method) => set({ method })}
      />
      <ConnectionChoice value={data.connection_type} choose={(connection_type) => set({ connection_type })} />
      <Count
        name="minutes"
        label={text('tech.field.minutes_access')}
        value={data.minutes}
        most={1440}
        step={5}
        change={(minutes) => set({ minutes })}
      />
      <Button size="glove" shape="wide" onClick={() => set({ no_access_reason: '', method: null })}>
        {text('tech.no_access')}
      </Button>
    </>
  )
}

export function ConnectionChoice({
  value,
  choose,
}: {
  value: number | null | undefined
  choose: (value: number) => void
}) {
  const options = connectionType.all.map((one) => ({ value: one.value, label: text(one.label) }))
  return (
    <Choice
      name="connection_type"
      label={text('tech.field.connection_type')}
      options={options}
      value={value}
      choose={choose}
    />
  )
}

/** The customer's port, and its state as found. */
export function PortFields({ form }: { form: StepForm<'port_available'> }) {
  const { data, set, work } = form
  const box = useBox(work.cto_id)
  const free = (box?.ports ?? []).filter(
    ({ port, port_state: state }) => state === portState.is.disponible || port === work.port_number,
  )
  return (
    <>
      {free.length > 0 ? (
        <Choice
          name="port_number"
          label={text('tech.field.port_number')}
          columns={5}
          options={free.map(({ port }) => ({ value: port, label: String(port) }))}
          value={data.port_number}
          choose={(port_number) => set({ port_number })}
        />
      ) : (
        <Count
          name="port_number"
          label={text('tech.field.port_number')}
          value={data.port_number}
          least={1}
          most={box?.ports_total ?? 32}
          change={(port_number) => set({ port_number })}
        />
      )}
      {box !== null && free.length === 0 && <Hint level="aviso">{text('tech.port.none_free')}</Hint>}
      <CheckHint form={form} code="port_state" />
      <Choice
        name="found"
        label={text('tech.field.found')}
        columns={2}
        options={portFound.map((value) => ({ value: String(value), label: text(`choice.found.${value}`) }))}
        value={data.found == null ? null : String(data.found)}
        choose={(value) => set({ found: portFound.find((one) => String(one) === value) ?? null })}
      />
      <CheckHint form={form} code="port_found" />
      <Comments value={data.comments} change={(comments) => set({ comments })} />
    </>
  )
}
