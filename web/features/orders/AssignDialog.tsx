import { homeZone, type PlaceZone } from '@hilo/domain/place-clock.ts'
import type { Output } from '@hilo/contract/index.ts'
import type { Order } from '@hilo/contract/orders.ts'
import { accountStatus } from '@hilo/domain/status.ts'
import { useId, useMemo, useState, type FormEvent } from 'react'
import { serverNow } from '../../api/clock.ts'
import { CallProblem } from '../../api/problem.ts'
import { session } from '../../api/session.ts'
import { useSend } from '../../api/use-send.ts'
import { Field } from '../../ui/form/Field.tsx'
import form from '../../ui/form/form.module.css'
import { DayInput, HourInput } from '../../ui/form/moment-inputs.tsx'
import { zoneHint } from '../../ui/place-time.ts'
import { text } from '../../ui/text.ts'
import { toast } from '../../ui/toasts.tsx'
import { useDialog } from '../../ui/use-dialog.ts'
import { conflictsOf, visitOf, type Conflict, type Technician, type Visit } from './conflicts.ts'
import { appointmentOf, hoursOf } from './order-form.ts'
import styles from './orders.module.css'
import { takenText } from './taken.ts'
import { dayOfOrder, usePlanned } from './use-planned.ts'
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

/** Everybody who could go, whoever fits best first. */
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

/** Days that the visits are on; today where none has any. */
function daysOf(visits: readonly Visit[]): [string, string] {
  const days = visits.flatMap((visit) => dayOfOrder(visit) ?? []).toSorted()
  const today = new Date(serverNow()).toISOString().slice(0, 10)
  return [days[0] ?? today, days.at(-1) ?? today]
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
        className={`hl-input ${styles.finder}`}
        type="search"
        aria-label={text('order.assign.search')}
        placeholder={text('order.assign.search')}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <div className={styles.people} role="radiogroup" aria-label={text('column.orders.assigned_technical.name')}>
        {nobody && (
          <label className={styles.person}>
            <input type="radio" name={name} checked={value === null} onChange={() => onChange(null)} />
            <b>{text('order.assign.nobody')}</b>
            <small>{text('order.assign.nobody.hint')}</small>
          </label>
        )}
        {shown.map(({ technician, conflicts, load }) => (
          <label key={technician.id} className={styles.person}>
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

/** What the server had to say of an assignment that it made all the same. */
function Said({ answer, close }: { answer: Answer; close: () => void }) {
  return (
    <>
      <ul className={styles.warnings}>
        {answer.warnings.map((warning) => (
          <li key={`${warning.order_id}${warning.code}${warning.order?.id ?? ''}`}>
            <ConflictMark />
            {warning.text}
          </li>
        ))}
      </ul>
      <div className={form.acts}>
        <button type="button" className="button" data-main onClick={close}>
          {text('order.assign.understood')}
        </button>
      </div>
    </>
  )
}

/** What a person decides: who goes, and for a single visit when. */
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
  const said = wrong ?? problem
  return { single, who, setWho, hours, setHours, appointment, submit, sending, said, answer }
}

/** Chooses who goes, with what speaks for and against each, for one order or for many. */
export function AssignDialog({ orders, close, done }: AssignDialogProps) {
  const state = useAssignment(orders, done)
  const { single, who, setWho, hours, setHours, appointment, submit, sending, said, answer } = state
  const dialog = useDialog(answer ? done : close)
  const id = useId()
  const visits = useMemo(
    () => orders.map((order) => ({ ...visitOf(order), ...(single && { appointment: appointment ?? null }) })),
    // oxlint-disable-next-line react/exhaustive-deps -- the hours as they are written, not the object made of them
    [orders, single, appointment?.from, appointment?.to],
  )
  const operator = session.get().accountType === 'ad' ? (orders[0]?.vno_id ?? null) : null
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
    <dialog ref={dialog} className={form.dialog} data-wide aria-labelledby={`${id}title`}>
      <h2 id={`${id}title`}>{answer ? text('order.assign.warned') : title}</h2>
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
          {said !== null && (
            <p className={form.problem} role="alert">
              {said}
            </p>
          )}
          <div className={form.acts}>
            <button type="button" className="button" onClick={close}>
              {text('app.cancel')}
            </button>
            <button className="button" data-main aria-busy={sending}>
              {text(who === null ? 'order.assign.free' : 'order.act.assign')}
            </button>
          </div>
        </form>
      )}
    </dialog>
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
