import type { Port } from '@hilo/contract/ports/ports.ts'
import { useState } from 'react'
import { limitsOf } from '../../api/limits.ts'
import { responseOf, useSend } from '../../api/use-send.ts'
import { ChoiceField, Fields, TextField } from '../../ui/form/fields.tsx'
import { numberOf } from '../../ui/form/figures.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { text } from '../../ui/text.ts'
import { toast } from '../../kit/toasts.tsx'
import { outcomesOf, type Outcome } from './port-facts.ts'

const least = 5
interface DialogProps {
  port: Port
  close: () => void
  done: () => Promise<void>
}

/** Records the result of an inspection; a repaired port is measured again. */
export function VerifyDialog({ port, close, done }: DialogProps) {
  const outcomes = outcomesOf(port)
  const [initial] = useState(() => ({ outcome: String(outcomes[0] ?? ''), power: '', reason: '' }))
  const { send } = useSend('admin_vno/ports/verify')
  const form = useForm({
    limits: limitsOf('admin_vno/ports/verify'),
    initial,
    check: ({ power, reason }) => ({
      ...(power !== '' && numberOf(power) === null && { power: text('field.figure') }),
      ...(reason.trim().length < least && { reason: text('field.least', { count: least }) }),
    }),
    send: async ({ outcome, power, reason }) => {
      const power_dbm = numberOf(power)
      const input = {
        port_id: port.id,
        version: port.version,
        outcome: outcome as Outcome,
        reason: reason.trim(),
        ...(power_dbm !== null && { power_dbm }),
      }
      responseOf(await send(input))
      toast.success(text('port.verify.done'))
      await done()
      close()
    },
  })
  return (
    <FormDialog
      form={form}
      title={text('port.verify.title', { port: port.label })}
      sentence={text('port.verify.sentence')}
      yes={text('port.verify.yes')}
      close={close}
    >
      <ChoiceField
        form={form}
        name="outcome"
        label={text('port.verify.outcome')}
        options={outcomes.map((value) => ({ value, text: text(`port.verify.outcome.${value}`) }))}
      />
      {form.values.outcome === 'repaired' && (
        <Fields>
          <TextField
            form={form}
            name="power"
            label={text('port.verify.power')}
            unit="dBm"
            hint={text('port.verify.power.hint')}
          />
        </Fields>
      )}
      <TextField form={form} name="reason" label={text('port.verify.reason')} rows={3} />
    </FormDialog>
  )
}
