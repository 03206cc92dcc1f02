import type { Access } from '@hilo/contract/accesses/accesses.ts'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { call } from '../../api/call.ts'
import { problemText } from '../../api/problem-text.ts'
import { useCall } from '../../api/query.ts'
import { session } from '../../api/session.ts'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { CodeField } from '../../lists/CodeField.tsx'
import { QueryState } from '../../kit/QueryState.tsx'
import { Card, Page } from '../../kit/Page.tsx'
import { text } from '../../ui/text.ts'
import '../../lists/lists.css'
import { Ago } from '../../ui/Ago.tsx'
import { QueryRows } from '../../ui/QueryRows.tsx'
import { recentQueries, rememberQuery } from '../../ui/recent.ts'
import { DiagnosisPage } from './DiagnosisPage.tsx'
import { WeakLines } from './WeakLines.tsx'

/** Diagnosis of one access: `?acceso=AC28-01234567-4`. */
export function DiagnosisScreen() {
  const { acceso } = useSearch({ strict: false })
  const code = typeof acceso === 'string' ? acceso : ''
  return code === '' ? <Start /> : <Found key={code} code={code} />
}

/** No access chosen yet. */
function Start() {
  return (
    <Page narrow title={text('diagnosis.title')} lead={text('diagnosis.lead')} actions={<ResetsLink />}>
      <Card label={text('diagnosis.find')}>
        <AccessSearch />
        <p className="lines-xs ink-2">{text('diagnosis.find.example')}</p>
      </Card>
      <QueryRows
        title={text('tool.recent')}
        none={text('tool.recent.none')}
        rows={recentQueries('diagnosis')}
        keyOf={({ code }) => code}
      >
        {({ code, at }) => (
          <>
            <Link className="code semibold accent" to="/vno/diagnostico" search={{ acceso: code }}>
              {code}
            </Link>
            <Ago className="ink-2" at={at} />
          </>
        )}
      </QueryRows>
      <WeakLines />
    </Page>
  )
}

function ResetsLink() {
  if (!session.can('resetONT_view')) return null
  return <LinkButton to="/vno/diagnostico/reinicios">{text('list.resets.title')}</LinkButton>
}

/** Access search by code, ONT, drop or port. */
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
  const found = answer.data?.record.code
  useEffect(() => {
    if (found !== undefined) rememberQuery('diagnosis', found)
  }, [found])
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
    <QueryState answer={answer} height={600}>
      {({ record }) => <DiagnosisPage access={record satisfies Access} />}
    </QueryState>
  )
}
