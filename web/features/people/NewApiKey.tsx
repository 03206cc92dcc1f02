import { useState } from 'react'
import { limitsOf } from '../../api/limits.ts'
import { serverNow } from '../../api/clock.ts'
import { Button } from '../../kit/Button.tsx'
import type { DialogProps } from '../../lists/define.ts'
import { Icon } from '../../lists/icons.tsx'
import { session } from '../../api/session.ts'
import { isDay } from '../../ui/form/days.ts'
import { ChoiceField, DayField, Fields, TextField } from '../../ui/form/fields.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useForm, type Form } from '../../ui/form/use-form.ts'
import { copyText } from '../../ui/copy-text.ts'
import { text } from '../../ui/text.ts'
import { Dialog as Window, DialogActs } from '../../kit/Dialog.tsx'
import { useOperators, useRoles } from './choices.ts'
import { kinds } from './person.ts'
import { useSubmit } from '../../api/use-send.ts'
import styles from './people.module.css'

type Values = { name: string; role_id: string; vno_id: string; ends: string; addresses: string }
const yearMs = 365 * 86_400_000
const dayAt = (ms: number) => new Date(ms).toISOString().slice(0, 10)
const blank = (): Values => ({ name: '', role_id: '', vno_id: '', ends: dayAt(serverNow() + yearMs), addresses: '' })

const nets = (written: string) => written.split(/[\s,;]+/).filter(Boolean)
const isNet = (one: string) => /^(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f:]+:[0-9a-f:]*)(?:\/\d{1,3})?$/i.test(one)

function check({ name, role_id, vno_id, ends, addresses }: Values) {
  const [today, last] = [dayAt(serverNow()), dayAt(serverNow() + 5 * yearMs)]
  return {
    ...(name.trim().length < 2 && { name: text('apikeys.wrong.name') }),
    ...(role_id === '' && { role_id: text('people.wrong.role') }),
    ...(session.isNeutral() && vno_id === '' && { vno_id: text('people.wrong.operator') }),
    ...((!isDay(ends) || ends <= today || ends > last) && { ends: text('apikeys.wrong.ends') }),
    ...(!nets(addresses).every(isNet) && { addresses: text('apikeys.wrong.addresses') }),
  }
}

/** The key, which is shown only once; therefore only a button closes the dialog. */
function Shown({ name, secret, close }: { name: string; secret: string; close: () => void }) {
  const copy = () => copyText(secret, text('apikeys.copied'))
  return (
    <Window
      wide
      title={text('apikeys.shown.title', { name })}
      sentence={text('apikeys.shown.text')}
      close={close}
      onCancel={(event) => event.preventDefault()}
    >
      <p className={`note flex gap-8 wrap middle ${styles.secret} mt-14`} data-tone="warning">
        <code className="anywhere text-s">{secret}</code>
        <Button autoFocus onClick={copy}>
          <Icon name="copy" />
          {text('apikeys.copy')}
        </Button>
      </p>
      <DialogActs>
        <Button kind="main" size="large" onClick={close}>
          {text('apikeys.shown.done')}
        </Button>
      </DialogActs>
    </Window>
  )
}

function KeyFields({ form }: { form: Form<Values> }) {
  const operators = useOperators()
  const { vno_id: operator } = form.values
  const roles = useRoles(kinds.admin.bases, operator === '' ? null : Number(operator))
  return (
    <Fields>
      {session.isNeutral() && (
        <ChoiceField
          form={form}
          name="vno_id"
          label={text('column.apikeys.vno.name')}
          options={operators}
          empty={text('people.operator.choose')}
          wide
        />
      )}
      <TextField
        form={form}
        name="name"
        label={text('column.apikeys.name')}
        hint={text('apikeys.name.hint')}
        autoFocus
        wide
      />
      <ChoiceField
        form={form}
        name="role_id"
        label={text('column.apikeys.role.name')}
        options={roles}
        empty={text('people.role.choose')}
        hint={text('apikeys.role.hint')}
        wide
      />
      <DayField form={form} name="ends" label={text('column.apikeys.expires_at')} wide />
      <TextField
        form={form}
        name="addresses"
        label={text('apikeys.addresses')}
        hint={text('apikeys.addresses.hint')}
        rows={2}
        optional
        wide
      />
    </Fields>
  )
}

function Dialog({ close, made }: DialogProps) {
  const create = useSubmit('admin_vno/apikeys/create')
  const [shown, setShown] = useState<{ id: number; name: string; secret: string } | null>(null)
  const [initial] = useState(blank)
  const form = useForm({
    limits: limitsOf('admin_vno/apikeys/create'),
    initial,
    check,
    send: async ({ name, role_id, vno_id, ends, addresses }) => {
      const operator = vno_id !== '' && { vno_id: Number(vno_id) }
      const { record } = await create({
        name: name.trim(),
        role_id: Number(role_id),
        ...operator,
        expires_at: new Date(`${ends}T12:00:00Z`).toISOString(),
        addresses: nets(addresses),
      })
      if (record.key === null) made(record.id)
      else setShown({ id: record.id, name: record.name, secret: record.key })
    },
  })
  if (shown) return <Shown {...shown} close={() => made(shown.id)} />
  return (
    <FormDialog
      form={form}
      title={text('apikeys.new')}
      sentence={text('apikeys.new.sentence')}
      yes={text('apikeys.create')}
      close={close}
    >
      <KeyFields form={form} />
    </FormDialog>
  )
}
export const NewApiKey = { Dialog }
