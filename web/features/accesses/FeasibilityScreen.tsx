import { useNavigate, useSearch, Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useCall } from '../../api/query.ts'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { QueryState, EmptyState } from '../../kit/QueryState.tsx'
import { Card, Page } from '../../kit/Page.tsx'
import { rememberQuery, recentQueries } from '../../ui/recent.ts'
import { text } from '../../ui/text.ts'
import '../../lists/lists.css'
import styles from './feasibility.module.css'
import { askedText, homeOf, questionOf, type Inquiry } from './feasibility.ts'
import { FeasibilityAnswer } from './FeasibilityAnswer.tsx'
import { FeasibilityForm } from './FeasibilityForm.tsx'
import { choiceText } from '../../lists/text.ts'
import { Ago } from '../../ui/Ago.tsx'
import { QueryRows } from '../../ui/QueryRows.tsx'

/** Feasibility of a home: question on the left, answer on the right. `?consulta=12` shows an earlier inquiry. */
export function FeasibilityScreen() {
  const { consulta } = useSearch({ strict: false })
  const navigate = useNavigate()
  const id = Number(consulta) || 0
  const answer = useCall('admin_vno/feasibility/get', { id }, { enabled: id > 0 })
  const known = answer.data?.records[0]
  const found = known?.id
  useEffect(() => {
    if (found !== undefined) rememberQuery('feasibility', String(found))
  }, [found])
  const show = ({ id: asked }: Inquiry) => {
    // At once: the page may be left before the answer is read again.
    rememberQuery('feasibility', String(asked))
    void navigate({ to: '/vno/factibilidad', search: { consulta: String(asked) } })
  }
  return (
    <Page
      title={text('menu.feasibility')}
      lead={text('feasibility.lead')}
      actions={<LinkButton to="/vno/factibilidad/consultas">{text('list.feasibility.title')}</LinkButton>}
    >
      <div className={`grid gap-12 top ${styles.columns}`} data-answered={id > 0 || undefined}>
        <Card label={text('feasibility.ask')}>
          <FeasibilityForm key={known?.id ?? 0} question={known && questionOf(known)} onAnswer={show} />
        </Card>
        <Card
          title={text('feasibility.answer')}
          aside={known && <span className="ink-2">{homeOf(questionOf(known))}</span>}
        >
          {id === 0 ? (
            <>
              <EmptyState title={text('feasibility.empty.title')}>
                <p>{text('feasibility.empty.text')}</p>
              </EmptyState>
              <RecentInquiries />
            </>
          ) : (
            <QueryState answer={answer} height={320}>
              {({ records: [inquiry] }) =>
                inquiry ? (
                  <FeasibilityAnswer inquiry={inquiry} onAnswer={show} />
                ) : (
                  <EmptyState title={text('problem.NOT_FOUND')} />
                )
              }
            </QueryState>
          )}
        </Card>
      </div>
    </Page>
  )
}

/** The user's last inquiries. The device keeps their ids only: the addresses are customers' homes. */
function RecentInquiries() {
  const ids = recentQueries('feasibility').map(({ code }) => Number(code))
  const query = { filter: { id: ids }, limit: ids.length || 1 }
  const answer = useCall('admin_vno/feasibility/get', query, { enabled: ids.length > 0 })
  return (
    <QueryRows
      title={text('tool.recent')}
      none={text('tool.recent.none')}
      rows={ids.length === 0 ? [] : answer.data?.records}
      keyOf={({ id }) => String(id)}
    >
      {(inquiry) => (
        <>
          <Link className="semibold accent" to="/vno/factibilidad" search={{ consulta: String(inquiry.id) }}>
            {askedText(inquiry)}
          </Link>
          <span className="ink-2">{choiceText('feasibility_result', inquiry.result)}</span>
          <Ago className="ink-2 push" at={inquiry.created_at} />
        </>
      )}
    </QueryRows>
  )
}
