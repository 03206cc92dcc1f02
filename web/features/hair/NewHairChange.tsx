import type { HairChange } from '@hilo/contract/hair-changes.ts'
import { useState } from 'react'
import { useCall } from '../../api/query.ts'
import { answered, useSend } from '../../api/use-send.ts'
import { CodeField } from '../../lists/CodeField.tsx'
import type { DialogProps } from '../../lists/define.ts'
import { ChoiceField, Fields, TextField } from '../../ui/form/fields.tsx'
import { figureText, numberOf } from '../../ui/form/figures.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { text } from '../../ui/text.ts'
import { toast } from '../../ui/toasts.tsx'
import { PortChoice } from './PortChoice.tsx'

interface AskProps {
  close: () => void
  made: (id: number) => void
  /** The refused request that is asked again. */
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

/** What is missing or wrong, by what the reason asks for. */
function check({ event, port_from, reason, condition, power }: typeof none, needs: readonly string[]) {
  return {
    ...(event === '' && { event: text('hair.new.eventMissing') }),
    ...(event !== '' && port_from === '' && { port_from: text('hair.new.fromMissing') }),
    ...(reason === '' && { reason: text('field.needed') }),
    ...(needs.includes('condition') && condition === '' && { condition: text('field.needed') }),
    ...(power !== '' && numberOf(power) === null && { power: text('field.figure') }),
  }
}

/** What the reason has to be proven with, in a sentence. */
function Needs({ needs }: { needs: readonly string[] }) {
  const [need] = needs
  return need === 'potency' || need === 'picture' ? <p className="hl-hint">{text(`hair.new.needs.${need}`)}</p> : null
}

function AskDialog({ close, made, again }: AskProps) {
  const reasons = useCall('admin_vno/events/fiber/change/reasons/get', {}).data
  const { send } = useSend('admin_vno/events/fiber/change/async')
  const [initial] = useState(() => (again ? valuesOf(again) : none))
  const needsOf = (reason: string) => reasons?.required[reason] ?? []
  const [event, setEvent] = useState(initial.event)
  const asked = { event_id: Number(event) }
  const choice = useCall('admin_vno/events/fiber/change/port_availability/get', asked, { enabled: event !== '' })
  const current = choice.data?.current_port ?? null
  // The intervention says from which port it is, if it has one: nobody has to look it up.
  const fromOf = ({ port_from }: typeof none) => port_from || String(current ?? '')
  const form = useForm({
    initial,
    check: (values) => check({ ...values, port_from: fromOf(values) }, needsOf(values.reason)),
    send: async (values) => {
      const { request_id } = answered<'admin_vno/events/fiber/change/async'>(
        await send({
          event_id: Number(values.event),
          port_from: Number(fromOf(values)),
          port_to: idOf(values.port_to),
          reason: Number(values.reason) as 1 | 2 | 3,
          condition_code: idOf(values.condition) as 800 | 801 | 802 | 996 | 997 | 998 | 999 | null,
          ...(values.power !== '' && { power_dbm: numberOf(values.power) }),
          comment: values.comment.trim() || null,
        }),
      )
      toast.success(text('hair.new.done'))
      made(request_id)
    },
  })
  const { port_to, reason } = form.values
  const ports = choice.data?.records ?? []
  const needs = needsOf(reason)
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
          onPick={(found) => {
            const id = found ? String(found.id) : ''
            setEvent(id)
            form.set({ event: id, port_from: '', port_to: '' })
          }}
        />
      )}
      <Fields>
        {event !== '' && current === null && (
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
          options={(reasons?.records ?? []).map(({ id, name }) => ({ value: String(id), text: name }))}
        />
        <ChoiceField
          form={form}
          name="condition"
          label={text('hair.new.condition')}
          empty={text('hair.new.noCondition')}
          options={(reasons?.conditions ?? []).map(({ id, name }) => ({ value: String(id), text: name }))}
        />
        {needs.includes('potency') && <TextField form={form} name="power" label={text('hair.new.power')} unit="dBm" />}
      </Fields>
      <Needs needs={needs} />
      {choice.data && (
        <PortChoice
          choice={choice.data}
          value={port_to}
          onChange={(value) => form.set({ port_to: value })}
          from={idOf(fromOf(form.values))}
          label={text('hair.new.to')}
          empty={text('hair.new.anyPort')}
        />
      )}
      <TextField form={form} name="comment" label={text('hair.new.comment')} rows={2} maxLength={1000} optional />
    </FormDialog>
  )
}

/** Asks for another port from the desk: the dialog of the list. */
export function Dialog({ close, made }: DialogProps) {
  return <AskDialog close={close} made={made} />
}

/** Asks once more after a refusal, or takes what was offered. */
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
