import { homeZone, type PlaceZone } from '@hilo/domain/place-clock.ts'
import type { Output } from '@hilo/contract/index.ts'
import type { Order } from '@hilo/contract/orders/orders.ts'
import { accountStatus } from '@hilo/domain/status.ts'
import { useId, useMemo, useState, type FormEvent } from 'react'
import { CallProblem } from '../../api/problem.ts'
import { session } from '../../api/session.ts'
import { useSend } from '../../api/use-send.ts'
import { Button } from '../../kit/Button.tsx'
import { Field } from '../../ui/form/Field.tsx'
import form from '../../ui/form/form.module.css'
import { DayInput, HourInput } from '../../ui/form/moment-inputs.tsx'
import { zoneHint } from '../../ui/place-time.ts'
import { text } from '../../ui/text.ts'
import { toast } from '../../kit/toasts.tsx'
import { Dialog, DialogActs } from '../../kit/Dialog.tsx'
import { conflictsOf, isPast, visitOf, type Conflict, type Technician, type Visit } from './conflicts.ts'
import { standingDay } from './clock.ts'
import { appointmentOf, hoursOf } from './order-form.ts'
import styles from './orders.module.css'
import { takenText } from './order-conflict.ts'
import { usePlanned } from './use-planned.ts'
import { useTechnicians } from './use-technicians.ts'
import { ConflictMark, Fit } from './Warnings.tsx'

interface AssignDialogProps {
  orders: readonly Order[]
  close: () => void
  done: () => void
}
type Answer = Output<'admin_vno/orders/assign'>

interface Candidate {
  technician: Technician
  conflicts: Conflict[]
  load: number
}

/** Eligible technicians, best match first. */
function candidatesOf(
  visits: readonly Visit[],
  technicians: readonly Technician[],
  planned: readonly Visit[],
): Candidate[] {
  const taken = new Set(visits.map(({ id }) => id))
  const others = planned.filter(({ id }) => !taken.has(id))
  const weight = ({ technician, conflicts }: Candidate) =>
    (technician.status === accountStatus.is.active ? 0 : 100) + conflicts.length
  return technicians
    .map((technician) => ({
      technician,
      conflicts: visits.flatMap((visit) =>
        conflictsOf({ ...visit, state: 'asignada', technical: technician.id }, technician, others),
      ),
      load: others.filter(({ technical }) => technical === technician.id).length,
    }))
    .toSorted((one, other) => weight(one) - weight(other) || one.load - other.load)
}

const fold = (value: string) => value.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** First and last day of the visits. */
function daysOf(visits: readonly Visit[]): [string, string] {
  const days = visits.map((visit) => standingDay(visit)).toSorted()
  return [days[0] ?? '', days.at(-1) ?? '']
}

interface ChoiceProps {
  candidates: readonly Candidate[]
  visits: readonly Visit[]
  value: number | null | undefined
  nobody: boolean
  onChange: (id: number | null) => void
}

function People({ candidates, visits, value, nobody, onChange }: ChoiceProps) {
  const [typed, setTyped] = useState('')
  const name = useId()
  const shown = candidates.filter(({ technician }) => fold(technician.name).includes(fold(typed.trim()))).slice(0, 40)
  return (
    <>
      <input
        className="hl-input"
        type="search"
        aria-label={text('order.assign.search')}
        placeholder={text('order.assign.search')}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <div
        className={`edge grid ${styles.people}`}
        role="radiogroup"
        aria-label={text('column.orders.assigned_technical.name')}
      >
        {nobody && (
          <label className={`grid gap-2 gap-x-8 middle line-bottom ${styles.person} phone-size-m`}>
            <input type="radio" name={name} checked={value === null} onChange={() => onChange(null)} />
            <b>{text('order.assign.nobody')}</b>
            <small className="flex wrap code-figures">{text('order.assign.nobody.hint')}</small>
          </label>
        )}
        {shown.map(({ technician, conflicts, load }) => (
          <label key={technician.id} className={`grid gap-2 gap-x-8 middle line-bottom ${styles.person} phone-size-m`}>
            <input
              type="radio"
              name={name}
              checked={value === technician.id}
              disabled={technician.status !== accountStatus.is.active}
              onChange={() => onChange(technician.id)}
            />
            <b>{technician.name}</b>
            <span>{technician.contractor?.name}</span>
            <Fit technician={technician} visits={visits} conflicts={conflicts} load={load} />
          </label>
        ))}
        {shown.length === 0 && <p className="hl-hint">{text('field.nothing')}</p>}
      </div>
    </>
  )
}

/** Warnings of the server about an assignment that it accepted. */
function Said({ answer, close }: { answer: Answer; close: () => void }) {
  return (
    <>
      <ul className="grid gap-6">
        {answer.warnings.map((warning) => (
          <li className="inline-flex middle gap-5" key={`${warning.order_id}${warning.code}${warning.order?.id ?? ''}`}>
            <ConflictMark />
            {warning.text}
          </li>
        ))}
      </ul>
      <DialogActs>
        <Button kind="main" size="large" onClick={close}>
          {text('order.assign.understood')}
        </Button>
      </DialogActs>
    </>
  )
}

/** Form state: technician, and time for a single visit. */
function useAssignment(orders: readonly Order[], done: () => void) {
  const [order] = orders
  const single = orders.length === 1 ? order : undefined
  const { send, sending, problem } = useSend('admin_vno/orders/assign')
  const [who, setWho] = useState<number | null | undefined>(single?.assigned_technical_id ?? undefined)
  const [hours, setHours] = useState(() => (single ? hoursOf(single) : { day: '', from: '', to: '' }))
  const [wrong, setWrong] = useState<string | null>(null)
  const [answer, setAnswer] = useState<Answer | null>(null)
  const zone = order?.time_zone ?? homeZone
  const appointment = appointmentOf(hours, zone)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (who === undefined) return setWrong(text('order.assign.missing'))
    if (appointment === undefined) return setWrong(text('order.wrong.hours'))
    if (single && who !== null && isPast(appointment, single.appointment)) return setWrong(text('order.wrong.past'))
    setWrong(null)
    const sent = await send({
      technical_id: who,
      ...(single
        ? { order_id: single.id, version: single.version, appointment }
        : { order_ids: orders.map(({ id }) => id) }),
    })
    if (sent?.problem instanceof CallProblem && sent.problem.code === 'VERSION_CONFLICT')
      setWrong(takenText(sent.problem))
    if (!sent?.answer) return
    toast.success(text(who === null ? 'order.assign.freed' : 'order.assign.done', { count: orders.length }))
    if (sent.answer.warnings.length > 0) setAnswer(sent.answer)
    else done()
  }
  const message = wrong ?? problem
  return { single, who, setWho, hours, setHours, appointment, submit, sending, message, answer }
}

/** Assigns one or several orders, with the conflicts of each technician. */
export function AssignDialog({ orders, close, done }: AssignDialogProps) {
  const state = useAssignment(orders, done)
  const { single, who, setWho, hours, setHours, appointment, submit, sending, message, answer } = state
  const visits = useMemo(
    () => orders.map((order) => ({ ...visitOf(order), ...(single && { appointment: appointment ?? null }) })),
    // oxlint-disable-next-line react/exhaustive-deps -- the hours as they are written, not the object made of them
    [orders, single, appointment?.from, appointment?.to],
  )
  const operator = session.isNeutral() ? (orders[0]?.vno_id ?? null) : null
  const technicians = useTechnicians(operator)
  const planned = usePlanned(...daysOf(visits), operator)
  const candidates = useMemo(
    () => candidatesOf(visits, technicians.data ?? [], (planned.data ?? []).map(visitOf)),
    [visits, technicians.data, planned.data],
  )
  const title = single
    ? text('order.assign.title', { code: single.code })
    : text('order.assign.many', { count: orders.length })
  return (
    <Dialog close={answer ? done : close} wide title={answer ? text('order.assign.warned') : title}>
      {answer ? (
        <div className={form.body}>
          <Said answer={answer} close={done} />
        </div>
      ) : (
        <form onSubmit={(event) => void submit(event)} noValidate>
          <div className={form.body}>
            {single ? (
              <Hours hours={hours} zone={single.time_zone} onChange={setHours} />
            ) : (
              <p className="hl-faint">{text('order.assign.keep')}</p>
            )}
            <People
              candidates={candidates}
              visits={visits}
              value={who}
              nobody={orders.some((order) => order.assigned_technical_id !== null)}
              onChange={setWho}
            />
          </div>
          {message !== null && (
            <p className={form.problem} role="alert">
              {message}
            </p>
          )}
          <DialogActs>
            <Button size="large" onClick={close}>
              {text('app.cancel')}
            </Button>
            <Button type="submit" kind="main" size="large" busy={sending}>
              {text(who === null ? 'order.assign.free' : 'order.act.assign')}
            </Button>
          </DialogActs>
        </form>
      )}
    </Dialog>
  )
}

interface HoursProps {
  hours: { day: string; from: string; to: string }
  zone: PlaceZone
  onChange: (hours: HoursProps['hours']) => void
}

function Hours({ hours, zone, onChange }: HoursProps) {
  return (
    <div className={styles.hours}>
      {(['day', 'from', 'to'] as const).map((name) => {
        const Input = name === 'day' ? DayInput : HourInput
        return (
          <Field key={name} label={text(`order.field.${name}`)} hint={name === 'from' ? zoneHint(zone) : undefined}>
            {(control) => (
              <Input {...control} value={hours[name]} onChange={(value) => onChange({ ...hours, [name]: value })} />
            )}
          </Field>
        )
      })}
    </div>
  )
}
