import type { Access } from '@hilo/contract/accesses.ts'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { problemText } from '../../api/problem-text.ts'
import { useCall } from '../../api/query.ts'
import { session } from '../../api/session.ts'
import { CodeField } from '../../lists/CodeField.tsx'
import { Asked } from '../../ui/Asked.tsx'
import { Card, Page } from '../../ui/Page.tsx'
import { text } from '../../ui/text.ts'
import '../../lists/lists.css'
import styles from './diagnosis.module.css'
import { DiagnosisPage } from './DiagnosisPage.tsx'

/** One access diagnosed: `?acceso=AC28-01234567-4`. */
export function DiagnosisScreen() {
  const { acceso } = useSearch({ strict: false })
  const code = typeof acceso === 'string' ? acceso : ''
  return code === '' ? <Start /> : <Found key={code} code={code} />
}

/** Nothing chosen yet. */
function Start() {
  return (
    <Page narrow title={text('diagnosis.title')} lead={text('diagnosis.lead')} actions={<ResetsLink />}>
      <Card label={text('diagnosis.find')}>
        <AccessSearch />
        <p className={styles.hint}>{text('diagnosis.find.example')}</p>
      </Card>
    </Page>
  )
}

function ResetsLink() {
  if (!session.can('resetONT_view')) return null
  return (
    <Link className="hl-button" to="/vno/diagnostico/reinicios">
      {text('list.resets.title')}
    </Link>
  )
}

/** An access by its code, its ONT, its drop or its port. */
function AccessSearch() {
  const navigate = useNavigate()
  const [wrong, setWrong] = useState<string>()
  const go = (acceso: string) => void navigate({ to: '/vno/diagnostico', search: { acceso } })
  const ofPort = (port_id: number) =>
    call('admin_vno/ont/retrieveAccessVNO', { port_id }).then(
      ({ record }) => go(record.code),
      () => setWrong(text('diagnosis.portEmpty')),
    )
  return (
    <CodeField
      label={text('diagnosis.find')}
      hint={text('diagnosis.find.hint')}
      kind={['access', 'port']}
      autoFocus
      wrong={wrong}
      onPick={(found) => {
        setWrong(undefined)
        if (found) void (found.kind === 'port' ? ofPort(found.id) : go(found.code))
      }}
    />
  )
}

function Found({ code }: { code: string }) {
  const answer = useCall('admin_vno/ont/retrieveAccessVNO', { access_code: code })
  if (answer.isError && !answer.data)
    return (
      <Page narrow title={text('diagnosis.title')}>
        <Card label={text('diagnosis.find')}>
          <p role="alert">{problemText(answer.error)}</p>
          <AccessSearch />
        </Card>
      </Page>
    )
  return (
    <Asked answer={answer} height={600}>
      {({ record }) => <DiagnosisPage access={record satisfies Access} />}
    </Asked>
  )
}
