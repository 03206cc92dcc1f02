import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useCall } from '../../api/query.ts'
import { Asked, Empty } from '../../ui/Asked.tsx'
import { Card, Page } from '../../ui/Page.tsx'
import { text } from '../../ui/text.ts'
import '../../lists/lists.css'
import styles from './feasibility.module.css'
import { homeOf, questionOf, type Inquiry } from './feasibility.ts'
import { FeasibilityAnswer } from './FeasibilityAnswer.tsx'
import { FeasibilityForm } from './FeasibilityForm.tsx'

/** Whether a home can be served: asked on the left, answered on the right. `?consulta=12` shows an earlier answer. */
export function FeasibilityScreen() {
  const { consulta } = useSearch({ strict: false })
  const navigate = useNavigate()
  const id = Number(consulta) || 0
  const answer = useCall('admin_vno/feasibility/get', { id }, { enabled: id > 0 })
  const known = answer.data?.records[0]
  const show = (inquiry: Inquiry) =>
    void navigate({ to: '/vno/factibilidad', search: { consulta: String(inquiry.id) } })
  return (
    <Page
      title={text('menu.feasibility')}
      lead={text('feasibility.lead')}
      actions={
        <Link className="hl-button" to="/vno/factibilidad/consultas">
          {text('list.feasibility.title')}
        </Link>
      }
    >
      <div className={styles.columns} data-answered={id > 0 || undefined}>
        <Card label={text('feasibility.ask')}>
          <FeasibilityForm key={known?.id ?? 0} question={known && questionOf(known)} onAnswer={show} />
        </Card>
        <Card
          title={text('feasibility.answer')}
          aside={known && <span className={styles.of}>{homeOf(questionOf(known))}</span>}
        >
          {id === 0 ? (
            <Empty title={text('feasibility.empty.title')}>
              <p>{text('feasibility.empty.text')}</p>
            </Empty>
          ) : (
            <Asked answer={answer} height={320}>
              {({ records: [inquiry] }) =>
                inquiry ? (
                  <FeasibilityAnswer inquiry={inquiry} onAnswer={show} />
                ) : (
                  <Empty title={text('problem.NOT_FOUND')} />
                )
              }
            </Asked>
          )}
        </Card>
      </div>
    </Page>
  )
}
