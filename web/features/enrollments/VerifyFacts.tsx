import type { Enrollment, Picture } from '@hilo/contract/enrollments/enrollments.ts'
import { enrollmentKind } from '@hilo/domain/status.ts'
import { Link } from '@tanstack/react-router'
import { useCto } from '../../lists/panel/use-cto.ts'
import { Facts } from '../../lists/panel/Facts.tsx'
import { boxLabel } from '../../lists/registry/faceplate-items.ts'
import { choiceText } from '../../lists/text.ts'
import { formatDateTime, formatDistance } from '../../ui/format.ts'
import { Shape } from '../../ui/shapes/Shape.tsx'
import { text } from '../../ui/text.ts'
import { checksOf, reasonText } from './enrollment-facts.ts'
import styles from './facts.module.css'
import { LabelCompare } from './LabelCompare.tsx'
import { PowerGauge } from './PowerGauge.tsx'

/** Reasons for a manual verification. */
export function Reasons({ enrollment }: { enrollment: Enrollment }) {
  return (
    <ul className={`flex gap-6 wrap ${styles.reasons}`} aria-label={text('verify.reasons')}>
      {enrollment.verification_reasons.map((reason) => (
        <li className="inline-flex gap-6 middle small medium round-badge" key={reason}>
          <Shape kind="triangle" size={10} />
          {reasonText(reason, enrollment)}
        </li>
      ))}
    </ul>
  )
}

/** Checks of the visible picture. */
export function PictureChecks({ picture, ctoId }: { picture: Picture; ctoId: number }) {
  const box = useCto(ctoId)?.position ?? null
  return (
    <section className={styles.checks} aria-label={text('verify.checks')}>
      <h3>{text('verify.checks')}</h3>
      <ul className="grid gap-6">
        {checksOf(picture, box).map(({ key, level, title, note }) => (
          <li className="grid gap-8 middle small" key={key}>
            <Shape kind={level === 'ok' ? 'check' : 'triangle'} tone={level === 'ok' ? 'success' : 'warning'} />
            <b className="medium">{title}</b>
            <span className="ink-2">{note}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Place, author and time, with links. */
export function PlaceFacts({ enrollment: one }: { enrollment: Enrollment }) {
  return (
    <Facts
      facts={[
        {
          name: 'column.enrollments.cto.code',
          value: (
            <>
              <Link className="code" to="/vno/ctos/$id" params={{ id: String(one.cto_id) }}>
                {boxLabel(one.cto.code)}
              </Link>
              {one.port_number !== null && ` ${text('list.port', { number: one.port_number })}`}
            </>
          ),
        },
        { name: 'column.enrollments.technical.name', value: one.technical?.name ?? one.created_by?.name },
        {
          name: 'column.enrollments.event.code',
          value: one.event && (
            <Link className="code" to="/vno/intervenciones/$id" params={{ id: String(one.event.id) }}>
              {one.event.code}
            </Link>
          ),
        },
        { name: 'column.enrollments.created_at', value: formatDateTime(one.created_at) },
        {
          name: 'verify.distance',
          value: one.distance_m !== null && text('verify.distance.at', { distance: formatDistance(one.distance_m) }),
        },
        one.light_check !== null && {
          name: 'column.enrollments.light_check',
          value: choiceText('light_check', one.light_check),
        },
        one.vno !== null && { name: 'column.enrollments.vno.name', value: one.vno.name },
      ]}
    />
  )
}

/** "Matriculación de CTO, modificación" */
export const workText = ({ kind, action }: Enrollment): string => {
  const name = text(enrollmentKind.of(kind)?.label ?? '')
  return action === 'B' ? name : text('verify.work', { kind: name, action: choiceText('action', action).toLowerCase() })
}

/** Facts for the decision, beside the picture. */
export function VerifyFacts({
  enrollment,
  picture,
  read,
}: {
  enrollment: Enrollment
  picture: Picture | undefined
  read: number | null
}) {
  const { power_dbm: power, optic_class: optic } = enrollment
  return (
    <>
      <h2 className="lines-m title">{workText(enrollment)}</h2>
      <Reasons enrollment={enrollment} />
      <LabelCompare enrollment={enrollment} />
      {power !== null && <PowerGauge dbm={power} optic={optic} read={read} />}
      {picture && <PictureChecks picture={picture} ctoId={enrollment.cto_id} />}
      <PlaceFacts enrollment={enrollment} />
    </>
  )
}
