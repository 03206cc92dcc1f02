import type { HairChange } from '@hilo/contract/hair-changes.ts'
import { useState } from 'react'
import { limitsOf } from '../../api/limits.ts'
import { useCall } from '../../api/query.ts'
import { responseOf, useSend } from '../../api/use-send.ts'
import { CodeField } from '../../lists/CodeField.tsx'
import type { DialogProps } from '../../lists/define.ts'
import { ChoiceField, Fields, TextField } from '../../ui/form/fields.tsx'
import { figureText, numberOf } from '../../ui/form/figures.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { text } from '../../ui/text.ts'
import { toast } from '../../kit/toasts.tsx'
import styles from './hair.module.css'
import { PortChoice } from './PortChoice.tsx'

interface AskProps {
  close: () => void
  made: (id: number) => void
  /** The refused request that is repeated. */
  again?: HairChange
}

const none = { event: '', port_from: '', port_to: '', reason: '', condition: '', power: '', comment: '' }
const valuesOf = (change: HairChange): typeof none => ({
  event: String(change.event_id),
  port_from: String(change.port_from_id),
  port_to: change.decision === 'alternativa' && change.port_assigned_id !== null ? String(change.port_assigned_id) : '',
  reason: String(change.reason),
  condition: String(change.condition_code ?? ''),
  power: figureText(change.power_dbm),
  comment: change.comment ?? '',
})
const idOf = (value: string) => (value === '' ? null : Number(value))

/** Validation errors, by the requirements of the reason. */
function check({ event, port_from, reason, condition, power }: typeof none, needs: readonly string[]) {
  return {
    ...(event === '' && { event: text('hair.new.eventMissing') }),
    ...(event !== '' && port_from === '' && { port_from: text('hair.new.fromMissing') }),
    ...(reason === '' && { reason: text('hair.new.reasonMissing') }),
    ...(needs.includes('condition') && condition === '' && { condition: text('hair.new.conditionMissing') }),
    ...(power !== '' && numberOf(power) === null && { power: text('field.figure') }),
  }
}

/** Evidence required by the reason, as a sentence. */
function Needs({ needs }: { needs: readonly string[] }) {
  const [need] = needs
  return need === 'potency' || need === 'picture' ? <p className="hl-hint">{text(`hair.new.needs.${need}`)}</p> : null
}

/** Form state: choices, and sending. */
function useAsking({ made, again }: AskProps) {
  const reasons = useCall('admin_vno/events/fiber/change/reasons/get', {}).data
  const { send } = useSend('admin_vno/events/fiber/change/async')
  const [initial] = useState(() => (again ? valuesOf(again) : none))
  const [event, setEvent] = useState(initial.event)
  const asked = { event_id: Number(event) }
  const choice = useCall('admin_vno/events/fiber/change/port_availability/get', asked, { enabled: event !== '' }).data
  const needsOf = (reason: string) => reasons?.required[reason] ?? []
  // The port of the intervention, if it has one, is the default.
  const fromOf = ({ port_from }: typeof none) => port_from || String(choice?.current_port ?? '')
  const form = useForm({
    limits: limitsOf('admin_vno/events/fiber/change/async'),
    initial,
    check: (values) => check({ ...values, port_from: fromOf(values) }, needsOf(values.reason)),
    send: async (values) => {
      const input = {
        event_id: Number(values.event),
        port_from: Number(fromOf(values)),
        port_to: idOf(values.port_to),
        reason: Number(values.reason),
        condition_code: idOf(values.condition),
        ...(values.power !== '' && { power_dbm: numberOf(values.power) }),
        comment: values.comment.trim() || null,
      }
      const { request_id } = responseOf<'admin_vno/events/fiber/change/async'>(await send(input))
      toast.success(text('hair.new.done'))
      made(request_id)
    },
  })
  const pickEvent = (id: string) => {
    setEvent(id)
    form.set({ event: id, port_from: '', port_to: '' })
  }
  return {
    form,
    reasons,
    choice,
    needs: needsOf(form.values.reason),
    from: idOf(fromOf(form.values)),
    event,
    pickEvent,
  }
}
type Asking = ReturnType<typeof useAsking>

/** Reason and evidence. */
function ReasonFields({ form, reasons, needs, choice }: Asking) {
  const named = (list: readonly { id: number; name: string }[] = []) =>
    list.map(({ id, name }) => ({ value: String(id), text: name }))
  const ports = choice?.records ?? []
  return (
    <>
      <Fields>
        {choice?.current_port === null && (
          <ChoiceField
            form={form}
            name="port_from"
            label={text('hair.end.from')}
            empty={text('hair.new.choose')}
            options={ports.map(({ port_id, number }) => ({
              value: String(port_id),
              text: text('list.port', { number }),
            }))}
          />
        )}
        <ChoiceField
          form={form}
          name="reason"
          label={text('hair.new.reason')}
          empty={text('hair.new.choose')}
          options={named(reasons?.records)}
        />
        <ChoiceField
          form={form}
          name="condition"
          label={text('hair.new.condition')}
          empty={text('hair.new.noCondition')}
          options={named(reasons?.conditions)}
        />
        {needs.includes('potency') && <TextField form={form} name="power" label={text('hair.new.power')} unit="dBm" />}
      </Fields>
      <Needs needs={needs} />
    </>
  )
}

function AskDialog(props: AskProps) {
  const { close, again } = props
  const asking = useAsking(props)
  const { form, choice, from, event, pickEvent } = asking
  return (
    <FormDialog
      form={form}
      wide
      title={text(again ? 'hair.again' : 'hair.new')}
      sentence={text('hair.new.sentence')}
      yes={text('hair.new.yes')}
      close={close}
    >
      {!again && (
        <CodeField
          label={text('hair.new.event')}
          kind="event"
          hint="INT-2026-0184213"
          autoFocus
          wrong={form.wrong.event}
          onPick={(found) => pickEvent(found ? String(found.id) : '')}
        />
      )}
      <ReasonFields {...asking} />
      {event !== '' && !choice && <div className={styles.waiting} aria-busy="true" />}
      {choice && (
        <PortChoice
          choice={choice}
          value={form.values.port_to}
          onChange={(value) => form.set({ port_to: value })}
          from={from}
          label={text('hair.new.to')}
          empty={text('hair.new.anyPort')}
        />
      )}
      <TextField form={form} name="comment" label={text('hair.new.comment')} rows={2} optional />
    </FormDialog>
  )
}

/** Requests a port change from the desk. */
export function Dialog({ close, made }: DialogProps) {
  return <AskDialog close={close} made={made} />
}

/** Repeats a request after a refusal, or accepts an offer. */
export function AgainDialog({ change, close, done }: { change: HairChange; close: () => void; done: () => void }) {
  return (
    <AskDialog
      again={change}
      close={close}
      made={() => {
        close()
        done()
      }}
    />
  )
}
