import { useMemo, useState } from 'react'
import type { UserInfo } from '@hilo/contract/account/account.ts'
import { accountStatus } from '@hilo/domain/status.ts'
import { limitsOf } from '../../api/limits.ts'
import { call } from '../../api/call.ts'
import { CallProblem } from '../../api/problem.ts'
import { queryClient } from '../../api/query.ts'
import { session, useSession } from '../../api/session.ts'
import { useSend } from '../../api/use-send.ts'
import { Fields, TextField } from '../../ui/form/fields.tsx'
import { FormPage } from '../../ui/form/FormPage.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { text } from '../../ui/text.ts'
import { toast } from '../../kit/toasts.tsx'
import { AddressCode } from './AddressCode.tsx'
import { answerOf } from './answer-of.ts'
import { isForeign } from './installation.ts'
import { PasswordField } from './PasswordField.tsx'
import { checkPerson, personQuery } from './person-check.ts'
import { PersonPicture } from './PersonPicture.tsx'
import type { Person } from './records.ts'
import { formatDate } from '../../ui/format.ts'
import styles from './profile.module.css'

type PersonForm = { name: string; email: string; tax_id: string; phone: string; current_pwd?: string }

const formOf = ({ name, email, tax_id, phone }: Pick<Person, 'name' | 'email' | 'tax_id' | 'phone'>) => ({
  name,
  email,
  tax_id: tax_id ?? '',
  phone: phone ?? '',
})

/**
 * The new version of a person whose own fields are unchanged: the conflict came from a new password, agreement or
 * picture.
 * @throws the given error, for any other conflict
 */
function movedOnly(error: unknown, known: Person): number {
  const newer = error instanceof CallProblem && error.code === 'VERSION_CONFLICT' ? (error.body.record as Person) : null
  if (newer === null || JSON.stringify(formOf(newer)) !== JSON.stringify(formOf(known))) throw error
  return newer.version
}

/** Publishes the new name at once, in all tabs. */
async function knownAnew(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ['account/get'] })
  await session.accept(await call('account/check_login', {}))
}

type ProfileRow = readonly [name: string, value: string | null | undefined]

function technicianRows(account: NonNullable<UserInfo['technical_account']>): ProfileRow[] {
  return [
    ['contractor', account.contractor?.name],
    ['employee_code', account.employee_code],
    ['prl_valid_until', account.prl_valid_until && formatDate(account.prl_valid_until)],
  ]
}

/** Known personal data by text key; unknown values are left out. */
function profileRows(info: UserInfo): [string, string][] {
  const account = info.vno_admin_account ?? info.admin_account ?? info.technical_account
  const vno = info.vno_admin_account?.vno ?? info.technical_account?.vno
  const status = accountStatus.of(account?.status)
  const rows: ProfileRow[] = [
    ['vno', vno && `${vno.name} (${vno.externalId})`],
    ['role', account?.role?.name],
    ['status', status && text(status.label)],
    ...(info.technical_account && account === info.technical_account ? technicianRows(info.technical_account) : []),
  ]
  return rows.flatMap(([name, value]): [string, string][] => (value ? [[name, value]] : []))
}

/** Keeps the record of the time of opening, so that values do not change while the user edits. */
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
      <dl className={`facts ${styles.rows}`}>
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
    limits: limitsOf('account/edit'),
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
        <TextField form={form} name="name" label={text('account.name')} autoComplete="name" />
        <TextField
          form={form}
          name="email"
          label={text('account.email')}
          {...(moved && { hint: text(isForeign() ? 'profile.email.foreign' : 'profile.email.moved') })}
          type="email"
          autoComplete="email"
        />
        <TextField form={form} name="tax_id" label={text('account.tax_id')} optional />
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
