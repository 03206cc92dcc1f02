import type { Output } from '@hilo/contract/index.ts'
import { useMemo, useState } from 'react'
import { call } from '../../api/call.ts'
import { CallProblem } from '../../api/problem.ts'
import { queryClient } from '../../api/query.ts'
import { session, useSession } from '../../api/session.ts'
import { useSend } from '../../api/use-send.ts'
import { Fields, TextField } from '../../ui/form/fields.tsx'
import { FormPage } from '../../ui/form/FormPage.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { text } from '../../ui/text.ts'
import { toast } from '../../ui/toasts.tsx'
import { AddressCode } from './AddressCode.tsx'
import { answerOf } from './answer-of.ts'
import { isForeign } from './installation.ts'
import { PasswordField } from './PasswordField.tsx'
import { checkPerson, personQuery } from './person-check.ts'
import { PersonPicture } from './PersonPicture.tsx'
import { profileRows } from './profile-rows.ts'
import styles from './profile.module.css'

export type Person = Output<'account/get'>['record']
type PersonForm = { name: string; email: string; tax_id: string; phone: string; current_pwd?: string }

const formOf = ({ name, email, tax_id, phone }: Pick<Person, 'name' | 'email' | 'tax_id' | 'phone'>) => ({
  name,
  email,
  tax_id: tax_id ?? '',
  phone: phone ?? '',
})

/**
 * The version of a person that has moved on while his data are what they were: by a new password, an agreement, a picture.
 * @throws what was thrown, where it is anything else
 */
function movedOnly(error: unknown, known: Person): number {
  const newer = error instanceof CallProblem && error.code === 'VERSION_CONFLICT' ? (error.body.record as Person) : null
  if (newer === null || JSON.stringify(formOf(newer)) !== JSON.stringify(formOf(known))) throw error
  return newer.version
}

/** Whoever is signed in is known by his new name at once, here and in the other tabs. */
async function knownAnew(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ['account/get'] })
  await session.accept(await call('account/check_login', {}))
}

/** Picture and data as they were when the screen was opened, so that nothing changes under what is being written. */
export function PersonCard({ opened }: { opened: Person }) {
  const [record, setRecord] = useState(opened)
  const [saved, setSaved] = useState(0)
  const { info } = useSession()
  const changed = async (next: Person) => {
    setRecord(next)
    await knownAnew()
  }
  return (
    <>
      <PersonPicture person={record} changed={changed} />
      <dl className={styles.rows}>
        {profileRows(info).map(([name, value]) => (
          <div key={name}>
            <dt>{text(`profile.${name}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {record.email_pending !== null && (
        <AddressCode
          key={record.email_pending}
          email={record.email_pending}
          present={record.email}
          changed={async (next, moved) => {
            setSaved((count) => count + 1)
            if (moved) toast.success(text('profile.pending.done'))
            await changed(next)
          }}
        />
      )}
      <PersonData
        key={saved}
        record={record}
        changed={async (next) => {
          setSaved((count) => count + 1)
          if (next.email_pending === null) toast.success(text('profile.saved'))
          await changed(next)
        }}
      />
    </>
  )
}

function PersonData({ record, changed }: { record: Person; changed: (next: Person) => Promise<void> }) {
  const { send } = useSend('account/edit')
  const initial = useMemo<PersonForm & Record<string, string>>(
    () => ({ ...formOf(record), ...(!isForeign() && { current_pwd: '' }) }),
    [record],
  )
  const form = useForm({
    initial,
    version: record.version,
    check: (values) => checkPerson({ ...formOf(record), ...values }),
    read: (newer) => ({ ...initial, ...formOf(newer as Person) }),
    send: async (values, version) => {
      const { email, ...rest } = personQuery({ ...formOf(record), ...values })
      const moved = email !== record.email
      const proof = moved && values['current_pwd'] ? { current_pwd: values['current_pwd'] } : {}
      const asked = { ...rest, ...(moved && { email, ...proof }) }
      const ask = async (over: number) => answerOf(await send({ ...asked, version: over })).record
      const next = await ask(version).catch((error: unknown) => ask(movedOnly(error, record)))
      await changed(next)
    },
  })
  const moved = (form.values['email'] ?? '').trim().toLowerCase() !== record.email
  return (
    <FormPage form={form} yes={text('profile.save')} nameOf={(field) => text(`account.${field}`)}>
      <Fields>
        <TextField form={form} name="name" label={text('account.name')} autoComplete="name" maxLength={120} />
        <TextField
          form={form}
          name="email"
          label={text('account.email')}
          {...(moved && { hint: text(isForeign() ? 'profile.email.foreign' : 'profile.email.moved') })}
          type="email"
          autoComplete="email"
          maxLength={254}
        />
        <TextField form={form} name="tax_id" label={text('account.tax_id')} maxLength={20} optional />
        <TextField
          form={form}
          name="phone"
          label={text('account.phone')}
          type="tel"
          autoComplete="tel"
          maxLength={20}
          optional
        />
        {moved && !isForeign() && (
          <PasswordField
            label={text('password.current')}
            hint={text('profile.email.proof')}
            value={form.values['current_pwd'] ?? ''}
            set={(current_pwd) => form.set({ current_pwd })}
            wrong={form.wrong['current_pwd']}
          />
        )}
      </Fields>
    </FormPage>
  )
}
