import type { SortDirection } from '@hilo/contract/call.ts'
import type { Enrollment } from '@hilo/contract/enrollments/enrollments.ts'
import { isDrop } from '@hilo/domain/enrollment.ts'
import { labelKind } from '@hilo/domain/status.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useCall } from '../../api/query.ts'
import { session } from '../../api/session.ts'
import '../../lists/lists.css'
import '../../lists/panel/page.css'
import { Button } from '../../kit/Button.tsx'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { NoRecord } from '../../lists/panel/NoRecord.tsx'
import { useRouteId } from '../../lists/panel/RecordPage.tsx'
import { choiceText } from '../../lists/text.ts'
import { QueryState, EmptyState } from '../../kit/QueryState.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { Card } from '../../kit/Page.tsx'
import { ChoiceDot } from '../../ui/shapes/ChoiceDot.tsx'
import { text } from '../../ui/text.ts'
import { Decision } from './Decision.tsx'
import { pictureName } from './enrollment-facts.ts'
import { mayVerify } from './EnrollmentPanel.tsx'
import styles from './enrollment.module.css'
import { LabelCompare } from './LabelCompare.tsx'
import { PictureStage } from './PictureStage.tsx'
import { PowerGauge } from './PowerGauge.tsx'
import { useStage } from './use-stage.ts'
import { usePictures } from './use-verification.ts'
import { PictureChecks, PlaceFacts, Reasons, workText } from './VerifyFacts.tsx'

const noSize = { width: 4, height: 3 }

/** Pictures, the chosen one large, with its checks. */
function Pictures({ enrollment }: { enrollment: Enrollment }) {
  const { pictures, waiting } = usePictures(enrollment)
  const [at, setAt] = useState(0)
  const picture = pictures[at]
  const stage = useStage(picture ?? noSize)
  if (!picture)
    return waiting ? (
      <div className={`grid relative round sunk clip ${styles.stage}`} aria-busy="true" />
    ) : (
      <EmptyState title={text('verify.picture.none')}>
        <p>{text('enrollment.noPicture')}</p>
      </EmptyState>
    )
  return (
    <>
      <div className={`grid relative round sunk clip ${styles.stage}`}>
        <PictureStage
          key={picture.id}
          stage={stage}
          fileId={picture.file_id}
          width={picture.width}
          height={picture.height}
          name={pictureName(picture)}
        />
      </div>
      {pictures.length > 1 && (
        <div className="flex gap-6 wrap" role="group" aria-label={text('verify.pictures')}>
          {pictures.map((one, place) => (
            <Button key={one.id} size="small" aria-pressed={place === at} onClick={() => (setAt(place), stage.reset())}>
              {pictureName(one)}
            </Button>
          ))}
        </div>
      )}
      <PictureChecks picture={picture} ctoId={enrollment.cto_id} />
    </>
  )
}

/** Other enrolments of the same box or port. */
function History({ enrollment: one }: { enrollment: Enrollment }) {
  const place =
    isDrop(one.kind) && one.port_id !== null ? { port_id: one.port_id } : { cto_id: one.cto_id, kind: [1, 3] }
  const query = { filter: place, sort: [['created_at', 'desc']] as [string, SortDirection][], limit: 20 }
  const put = useCall('admin_vno/enrollments/get', query)
  const taken = useCall('admin_vno/unenrollments/get', query, { enabled: session.can('unenrollments_view') })
  return (
    <QueryState answer={put} height={90}>
      {({ records }) => (
        <ol className={`grid ${styles.history}`}>
          {[...records, ...(taken.data?.records ?? [])]
            .toSorted((a, b) => b.created_at.localeCompare(a.created_at) || b.id - a.id)
            .map((row) => (
              <li
                className="grid gap-10 middle line-bottom small min-h-34"
                key={row.id}
                aria-current={row.id === one.id || undefined}
              >
                <time className="ink-2" dateTime={row.created_at}>
                  {formatDateTime(row.created_at)}
                </time>
                <Link className="code" to="/vno/matriculaciones/$id" params={{ id: String(row.id) }}>
                  {row.label_read}
                </Link>
                <span>{choiceText('action', row.action)}</span>
                <ChoiceDot of="verification_state" word={row.verification_state} />
                <span>{row.technical?.name ?? row.created_by?.name}</span>
              </li>
            ))}
        </ol>
      )}
    </QueryState>
  )
}

function Page({ enrollment: one }: { enrollment: Enrollment }) {
  const meter = usePictures(one).pictures.find(({ label_kind }) => label_kind === labelKind.is.potency)
  return (
    <article className="hl-page grid packed gap-12 p-page min-h-full">
      <header className="hl-page-head">
        <h1 className="code">{one.label_read}</h1>
        <ChoiceDot of="verification_state" word={one.verification_state} />
        <span>{workText(one)}</span>
        {mayVerify(one) && (
          <LinkButton
            kind="main"
            className={`${styles.verify} phone-size-l phone-whole-line`}
            to="/vno/verificacion"
            search={{ id: one.id }}
          >
            {text('enrollment.verify')}
          </LinkButton>
        )}
      </header>
      <div className="hl-columns">
        <div className="hl-stack grid gap-12">
          <Card label={text('verify.pictures')}>
            <Pictures enrollment={one} />
          </Card>
          <Card title={text(isDrop(one.kind) ? 'enrollment.history.port' : 'enrollment.history.box')}>
            <History enrollment={one} />
          </Card>
        </div>
        <div className="hl-stack grid gap-12">
          <Card title={text('enrollment.label')}>
            <Reasons enrollment={one} />
            <LabelCompare enrollment={one} />
            {one.power_dbm !== null && (
              <PowerGauge dbm={one.power_dbm} optic={one.optic_class} read={meter?.power_dbm_read ?? null} />
            )}
          </Card>
          <Card title={text('enrollment.facts')}>
            <PlaceFacts enrollment={one} />
            <Decision enrollment={one} />
          </Card>
        </div>
      </div>
    </article>
  )
}

/** One enrolment or removal of a label: evidence, decision, and previous label. */
export function EnrollmentScreen() {
  const id = useRouteId()
  const put = useCall('admin_vno/enrollments/get', { id })
  const missing = put.data?.records.length === 0
  const taken = useCall('admin_vno/unenrollments/get', { id }, { enabled: missing })
  const answer = missing ? taken : put
  const [one] = answer.data?.records ?? []
  if (one) return <Page key={one.id} enrollment={one} />
  if (answer.isPending) return <div className="hl-page grid packed gap-12 p-page min-h-full" aria-busy="true" />
  return <NoRecord error={answer.error} retry={() => void answer.refetch()} />
}
