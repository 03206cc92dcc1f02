import { noticeChannels, isOperational, noticeKinds } from '@hilo/domain/notice.ts'
import type { Output } from '@hilo/contract/index.ts'
import { useMemo } from 'react'
import { queryClient, useCall } from '../../api/query.ts'
import { session } from '../../api/session.ts'
import { useSubmit } from '../../api/use-send.ts'
import '../../lists/lists.css'
import { QueryState } from '../../kit/QueryState.tsx'
import { SwitchField } from '../../ui/form/fields.tsx'
import { FormPage } from '../../ui/form/FormPage.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { Card, Page } from '../../kit/Page.tsx'
import { text } from '../../ui/text.ts'
import { toast } from '../../kit/toasts.tsx'
import { Webhook } from './Webhook.tsx'
import styles from './notices.module.css'

const path = 'admin_vno/notifications/preferences/get'

/** Notice settings of the user, and the operator's webhook. */
export function NoticesScreen() {
  const answer = useCall(path, {})
  const { accountType } = session.get()
  const operator = accountType === 'va' && session.can('vno_view')
  const own = useCall('admin_vno/vno/get', { limit: 1 }, { enabled: operator })
  return (
    <Page narrow title={text('notices.title')} lead={text('notices.lead')}>
      <Card title={text('notices.mine')}>
        <QueryState answer={answer} height={180}>
          {({ record }) => <Ways record={record} />}
        </QueryState>
      </Card>
      {operator && (
        <Card title={text('notices.operator')}>
          <QueryState answer={own} height={220}>
            {({ records: [record] }) => (record ? <Webhook key={record.id} operator={record} /> : null)}
          </QueryState>
        </Card>
      )}
      <Kinds />
    </Page>
  )
}

function Ways({ record }: { record: Output<typeof path>['record'] }) {
  const { version: read, notifications } = record
  const initial = useMemo(() => ({ ...notifications }), [notifications])
  const save = useSubmit('admin_vno/notifications/preferences/edit')
  const form = useForm({
    initial,
    version: read,
    read: (newer) => ({ ...(newer as typeof record).notifications }),
    send: async (values, version) => {
      try {
        await save({ notifications: values, version })
      } finally {
        await queryClient.invalidateQueries({ queryKey: [path] })
      }
      form.reset()
      toast.success(text('notices.saved'))
    },
  })
  return (
    <FormPage form={form} yes={text('notices.save')} nameOf={(field) => text(`notices.way.${field}`)}>
      <p>{text('notices.product')}</p>
      {noticeChannels.map((way) => (
        <SwitchField
          key={way}
          form={form}
          name={way}
          label={text(`notices.way.${way}`)}
          hint={text(`notices.way.${way}.text`)}
        />
      ))}
    </FormPage>
  )
}

/** Subscribed kinds of notices, also for the operator's webhook. */
function Kinds() {
  return (
    <Card title={text('notices.kinds')} bare>
      <table className={`table small ${styles.kinds}`}>
        <thead>
          <tr>
            <th scope="col">{text('notices.kind')}</th>
            <th scope="col">{text('notices.kind.systems')}</th>
          </tr>
        </thead>
        <tbody>
          {noticeKinds.map((kind) => (
            <tr key={kind}>
              <th scope="row">{text(`notice.title.${kind}`)}</th>
              <td>{text(isOperational(kind) ? 'form.yes' : 'form.no')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}
