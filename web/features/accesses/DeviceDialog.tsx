import { inService } from '@hilo/domain/access.ts'
import { ontChangeReasons } from '@hilo/domain/line-work.ts'
import { normalSerial } from '@hilo/domain/ont-serial.ts'
import { useState } from 'react'
import { CallProblem } from '../../api/problem.ts'
import { useSubmit } from '../../api/use-send.ts'
import type { DialogProps } from '../../lists/define.ts'
import { choiceText } from '../../lists/text.ts'
import { ChoiceField, SwitchField, TextField } from '../../ui/form/fields.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { text } from '../../ui/text.ts'
import { toast } from '../../kit/toasts.tsx'
import { AccessField, AccessLine, useNamedAccess } from './AccessField.tsx'
import { modelsOf, serialMessage } from './serial-message.ts'

type Fields = {
  access: string
  new_serial: string
  new_model: string
  reason: string
  old_returned: boolean
}

/** Form state of an ONT exchange, and sending. */
function useDeviceForm(code: string, made: DialogProps['made']) {
  const [initial] = useState<Fields>({
    access: code,
    new_serial: '',
    new_model: '',
    reason: 'averia',
    old_returned: false,
  })
  const change = useSubmit('admin_vno/ont/deviceModification')
  const [named, setNamed] = useState(code)
  const { access, problem } = useNamedAccess(named)
  const serving = access !== null && inService(access.state)
  const form = useForm<Fields>({
    initial,
    check: ({ new_serial }) => ({
      ...(!serving && { access: text(access ? 'device.notServed' : 'access.field.missing') }),
      ...(modelsOf(new_serial).length === 0 && {
        new_serial: serialMessage(new_serial, null).wrong ?? text('device.serial.hint'),
      }),
    }),
    send: async ({ new_serial, new_model, reason, old_returned }) => {
      if (!access) return
      const input = {
        access_id: access.id,
        version: access.version,
        new_serial: normalSerial(new_serial),
        ...(modelsOf(new_serial).includes(new_model) && { new_model }),
        reason: reason as (typeof ontChangeReasons)[number],
        old_returned,
      }
      try {
        const { record } = await change(input)
        toast.success(text('device.sent'))
        made(record.id)
      } catch (error) {
        throw taken(error)
      }
    },
  })
  const name = (found: string) => {
    setNamed(found)
    form.set({ access: found })
  }
  return { form, access, problem, name }
}

/** Exchanges the ONT of an access. */
export function Dialog({ close, made, code = '' }: DialogProps & { code?: string }) {
  const { form, access, problem, name } = useDeviceForm(code, made)
  const serialCheck = serialMessage(form.values.new_serial, access?.ont.serial ?? null)
  const models = modelsOf(form.values.new_serial)
  const shown =
    serialCheck.wrong === undefined ? form : { ...form, wrong: { ...form.wrong, new_serial: serialCheck.wrong } }
  return (
    <FormDialog
      form={form}
      title={text('device.new')}
      sentence={text('device.sentence')}
      yes={text('device.yes')}
      close={close}
    >
      <AccessField known={code} wrong={form.wrong.access ?? problem} onPick={name} />
      <AccessLine access={access} />
      <TextField
        form={shown}
        name="new_serial"
        label={text('column.deviceModifications.new_serial')}
        hint={serialCheck.hint}
      />
      {models.length > 1 && (
        <ChoiceField
          form={form}
          name="new_model"
          label={text('column.deviceModifications.new_model')}
          options={models.map((value) => ({ value, text: value }))}
        />
      )}
      <ChoiceField
        form={form}
        name="reason"
        label={text('column.deviceModifications.reason')}
        options={ontChangeReasons.map((value) => ({ value, text: choiceText('ont_change_reason', value) }))}
      />
      <SwitchField form={form} name="old_returned" label={text('device.returned')} />
    </FormDialog>
  )
}

/** Reports a serial that is in use at the serial's field. */
function taken(error: unknown): unknown {
  if (!(error instanceof CallProblem) || error.code !== 'ALREADY_EXISTS') return error
  const details = [{ field: 'new_serial', code: 'taken', message: text('device.serial.taken') }]
  return new CallProblem(error.code, error.message, error.status, { ...error.body, details })
}
