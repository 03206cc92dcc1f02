import type { HairChange } from '@hilo/contract/hair-changes.ts'
import type { Picture } from '@hilo/contract/enrollments/enrollments.ts'
import { limits, powerLevel } from '@hilo/domain/optics.ts'
import { labelKind, portProblem } from '@hilo/domain/status.ts'
import { useCall } from '../../api/query.ts'
import { session } from '../../api/session.ts'
import { useFile } from '../../api/use-file.ts'
import { useCto } from '../../lists/panel/use-cto.ts'
import { choiceText } from '../../lists/text.ts'
import { formatDateTime, formatPower, formatPowerUnit } from '../../ui/format.ts'
import { Card } from '../../kit/Page.tsx'
import { Shape } from '../../ui/shapes/Shape.tsx'
import { text } from '../../ui/text.ts'
import styles from './hair.module.css'

const looks = {
  ok: { kind: 'disc', tone: 'success' },
  aviso: { kind: 'triangle', tone: 'warning' },
  bloqueo: { kind: 'diamond', tone: 'danger' },
} as const

/** Measured power at the port, with its limit. */
function Measured({ change }: { change: HairChange }) {
  const optic = useCto(change.cto_id)?.upstream.optic_class ?? 'B+'
  const bounds = limits('cto_port', optic)
  if (change.power_dbm === null) return null
  const { kind, tone } = looks[powerLevel(change.power_dbm, bounds)]
  return (
    <p className="flex gap-4 gap-x-8 wrap middle">
      <Shape kind={kind} tone={tone} size={12} />
      <b>{formatPowerUnit(change.power_dbm)}</b>
      <span className="lines-xs ink-2">
        {text('hair.measured', { low: formatPower(bounds.low, 0) ?? '', high: formatPower(bounds.high, 0) ?? '' })}
      </span>
    </p>
  )
}

function Proof({ picture }: { picture: Picture }) {
  const { url, failed } = useFile(picture.file_id, 'thumb')
  const at = picture.taken_at ?? picture.received_at
  const name = picture.step === null ? text('event.evidence.more') : choiceText('step', picture.step)
  return (
    <li className="lines-xs grid gap-1">
      <span className={`block clip round sunk ${styles.thumb}`}>
        {failed
          ? text('drop.photoFailed')
          : url && (
              <img className="block full tall cover" src={url} alt="" width={picture.width} height={picture.height} />
            )}
      </span>
      <b className="medium">{name}</b>
      {picture.power_dbm_read !== null && (
        <span>{text('hair.readOff', { power: formatPowerUnit(picture.power_dbm_read) ?? '' })}</span>
      )}
      <time dateTime={at}>{formatDateTime(at)}</time>
    </li>
  )
}

/** Pictures sent with the request; for low power also those of the meter. */
function proves({ pictures, reason }: HairChange) {
  return (picture: Picture) =>
    pictures.includes(picture.id) ||
    picture.step === 'port_available' ||
    (reason === portProblem.is.low_power && picture.label_kind === labelKind.is.potency)
}

/** Evidence for the reason. */
export function HairProofs({ change }: { change: HairChange }) {
  const enabled = session.can('enrollments_view') || session.can('event_view')
  const answer = useCall('admin_vno/enrollments/pictures/get', { event_id: change.event_id }, { enabled })
  const pictures = answer.data?.records.filter(proves(change)) ?? []
  if (change.power_dbm === null && pictures.length === 0 && !answer.data) return null
  return (
    <Card title={text('hair.proofs')}>
      <Measured change={change} />
      {pictures.length > 0 ? (
        <ul className={`grid gap-10 ${styles.proofs}`}>
          {pictures.map((picture) => (
            <Proof key={picture.id} picture={picture} />
          ))}
        </ul>
      ) : (
        <p className="hl-hint">{text('hair.noPictures')}</p>
      )}
    </Card>
  )
}
