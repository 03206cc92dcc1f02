import type { Access } from '@hilo/contract/accesses/accesses.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { session } from '../../api/session.ts'
import { useSubmit } from '../../api/use-send.ts'
import { Button } from '../../kit/Button.tsx'
import { CodeField } from '../../lists/CodeField.tsx'
import { choiceText } from '../../lists/text.ts'
import { ChoiceField } from '../../ui/form/fields.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { text } from '../../ui/text.ts'

/** Work kinds that repair an existing line. */
const kinds = ['averia', 'cambio_pelo'] as const
type Kind = (typeof kinds)[number]
const initial: { kind: string; technical: string } = { kind: 'averia', technical: '' }

/** Opens an intervention on the line. */
export function FaultButton({ access, main }: { access: Access; main: boolean }) {
  const [asking, setAsking] = useState(false)
  if (!session.can('event_create')) return null
  return (
    <>
      <Button kind={main ? 'main' : 'second'} aria-haspopup="dialog" onClick={() => setAsking(true)}>
        {text('fault.open')}
      </Button>
      {asking && <FaultDialog access={access} close={() => setAsking(false)} />}
    </>
  )
}

function FaultDialog({ access, close }: { access: Access; close: () => void }) {
  const navigate = useNavigate()
  const create = useSubmit('admin_vno/events/create')
  const form = useForm({
    initial,
    send: async ({ kind, technical }) => {
      const { record } = await create({
        cto_id: access.cto_id,
        port_id: access.port_id,
        access_id: access.id,
        work_kind: kind as Kind,
        ...(technical !== '' && { technical_id: Number(technical) }),
        ...(session.isNeutral() && { vno_id: access.vno_id }),
      })
      close()
      await navigate({ to: '/vno/intervenciones/$id', params: { id: String(record.id) } })
    },
  })
  return (
    <FormDialog
      form={form}
      title={text('fault.title')}
      sentence={text('fault.sentence', { access: access.code, port: access.port_number, box: access.cto.code })}
      yes={text('fault.open')}
      close={close}
    >
      <ChoiceField
        form={form}
        name="kind"
        label={text('fault.kind')}
        options={kinds.map((value) => ({ value, text: choiceText('work_kind', value) }))}
      />
      {session.can('technician_view') && (
        <CodeField
          label={text('event.new.technician')}
          hint={text('event.new.technician.hint')}
          kind="person"
          onPick={(found) => form.set({ technical: found ? String(found.id) : '' })}
        />
      )}
    </FormDialog>
  )
}
