import type { Access } from '@hilo/contract/accesses/accesses.ts'
import { otherReason, reasonCatalogues, reasonText } from '@hilo/domain/reason.ts'
import { enabledStatus } from '@hilo/domain/status.ts'
import { useState } from 'react'
import { useCall } from '../../api/query.ts'
import { session } from '../../api/session.ts'
import { useSubmit } from '../../api/use-send.ts'
import type { DialogProps } from '../../lists/define.ts'
import { ChoiceField, DayField, SwitchField, TextField } from '../../ui/form/fields.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { formatDate } from '../../ui/format.ts'
import { text } from '../../ui/text.ts'
import { toast } from '../../kit/toasts.tsx'
import { AccessField, AccessLine, useNamedAccess } from './AccessField.tsx'
import styles from './diagnosis.module.css'

const least = 3

type Fields = {
  access: string
  reason: string
  comment: string
  requested_date: string
  retire_drop: boolean
}

/** The operator's reasons; the default ones for a session without access to its catalogue. */
function useReasons(access: Access | null) {
  const neutral = session.isNeutral() && access !== null
  const { data } = useCall(
    'admin_vno/reasons/get',
    { catalogue: 'unsubscription', ...(neutral && { vno_id: access.vno_id }) },
    { enabled: session.can('cancellation_view') },
  )
  const own = data?.records.filter(({ status }) => status === enabledStatus.is.enabled)
  if (own) return own.map(({ code, name }) => ({ value: code, text: name }))
  return reasonCatalogues.unsubscription.map((value) => ({ value, text: text(reasonText('unsubscription', value)) }))
}

/** Form state of an unsubscription, and sending. */
function useUnsubscriptionForm(code: string, made: DialogProps['made']) {
  const [initial] = useState<Fields>({ access: code, reason: '', comment: '', requested_date: '', retire_drop: false })
  const create = useSubmit('admin_vno/unsubscriptions/create')
  const [named, setNamed] = useState(code)
  const { access, problem } = useNamedAccess(named)
  const reasons = useReasons(access)
  const form = useForm<Fields>({
    initial,
    check: ({ reason, comment }) => ({
      ...(access?.state !== 'activo' && { access: text(access ? 'unsubscription.notActive' : 'access.field.missing') }),
      ...(reason === '' && { reason: text('unsubscription.reasonMissing') }),
      ...(reason === otherReason &&
        comment.trim().length < least && { comment: text('unsubscription.commentMissing') }),
    }),
    send: async ({ reason, comment, requested_date, retire_drop }) => {
      if (!access) return
      const chosen = reasons.find(({ value }) => value === reason)?.text ?? reason
      const fullReason = [reason === otherReason ? '' : chosen, comment.trim()].filter(Boolean).join('. ')
      const { record } = await create({
        access_id: access.id,
        version: access.version,
        reason: fullReason,
        retire_drop,
        ...(requested_date !== '' && { requested_date }),
      })
      toast.success(text('unsubscription.sent'))
      made(record.id)
    },
  })
  const name = (found: string) => {
    setNamed(found)
    form.set({ access: found })
  }
  return { form, access, problem, reasons, name }
}

/** Ends an access after showing the consequences. */
export function Dialog({ close, made, code = '' }: DialogProps & { code?: string }) {
  const { form, access, problem, reasons, name } = useUnsubscriptionForm(code, made)
  return (
    <FormDialog form={form} title={text('unsubscription.new')} yes={text('unsubscription.act')} danger close={close}>
      <AccessField known={code} wrong={form.wrong.access ?? problem} onPick={name} />
      <AccessLine access={access} />
      <ChoiceField
        form={form}
        name="reason"
        label={text('column.unsubscriptions.reason')}
        options={reasons}
        empty={text('unsubscription.choose')}
      />
      <TextField
        form={form}
        name="comment"
        label={text('unsubscription.comment')}
        rows={2}
        maxLength={400}
        optional={form.values.reason !== otherReason}
      />
      <DayField
        form={form}
        name="requested_date"
        label={text('column.unsubscriptions.requested_date')}
        hint={text('unsubscription.date.hint')}
        optional
      />
      <SwitchField form={form} name="retire_drop" label={text('unsubscription.retire')} />
      {access && <Consequences access={access} values={form.values} />}
    </FormDialog>
  )
}

/** Consequences for the customer, the port and the drop. */
function Consequences({ access, values: { requested_date, retire_drop } }: { access: Access; values: Fields }) {
  const when =
    requested_date === '' ? text('unsubscription.now') : text('unsubscription.on', { date: formatDate(requested_date) })
  return (
    <section aria-label={text('unsubscription.means')}>
      <b>{text('unsubscription.means')}</b>
      <ul className={`grid gap-4 ink-2 ${styles.means} mt-4`}>
        <li>{text('unsubscription.means.service', { access: access.code, when })}</li>
        <li>{text('unsubscription.means.port', { port: access.port_number })}</li>
        <li>{text(retire_drop ? 'unsubscription.means.retired' : 'unsubscription.means.kept')}</li>
      </ul>
    </section>
  )
}
