import type { Unplugged } from '@hilo/contract/neighbors/neighbors.ts'
import { Link } from '@tanstack/react-router'
import { session } from '../../api/session.ts'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { Facts } from '../../lists/panel/Facts.tsx'
import { useReading } from '../../lists/panel/use-reading.ts'
import type { PanelParts, PanelProps } from '../../lists/define.ts'
import { boxLabel, boxSize } from '../../lists/registry/faceplate-items.ts'
import { Faceplate } from '../../ui/faceplate/Faceplate.tsx'
import { FaceplateLegend } from '../../ui/faceplate/FaceplateLegend.tsx'
import { formatCountdown, formatDateTime, formatDuration, formatPowerUnit, formatStamp } from '../../ui/format.ts'
import { ChoiceDot } from '../../ui/shapes/ChoiceDot.tsx'
import { Shape } from '../../ui/shapes/Shape.tsx'
import { text } from '../../ui/text.ts'
import { useNow } from '../../ui/use-now.ts'
import { AnswerButtons, Answered, answersTo } from './Answer.tsx'
import styles from './neighbours.module.css'

const live = ({ state }: Unplugged) => state === 'abierto' || state === 'escalado'

function CaseFacts({ record }: { record: Unplugged }) {
  return (
    <Facts
      facts={[
        {
          name: 'column.unplugged.cto',
          value: (
            <Link className="code" to="/vno/ctos/$id" params={{ id: String(record.cto_id) }}>
              {boxLabel(record.cto_code)}
            </Link>
          ),
        },
        {
          name: 'column.unplugged.access.code',
          value: record.access && <span className="code">{record.access.code}</span>,
        },
        { name: 'column.unplugged.technical.name', value: record.technical?.name },
        { name: 'column.unplugged.vno_owner.name', value: record.vno_owner?.name },
        { name: 'column.unplugged.vno_worker.name', value: record.vno_worker?.name },
        { name: 'column.unplugged.detected_at', value: formatDateTime(record.detected_at) },
        { name: 'column.unplugged.restored_at', value: record.restored_at && formatDateTime(record.restored_at) },
        { name: 'column.unplugged.restore_deadline_at', value: keptText(record) },
        {
          name: 'column.unplugged.cut_s',
          value: !live(record) && record.cut_s !== null && formatDuration(record.cut_s),
        },
        { name: 'column.unplugged.rx_before', value: formatPowerUnit(record.rx_before) },
        { name: 'column.unplugged.rx_after', value: formatPowerUnit(record.rx_after) },
      ]}
    />
  )
}

/** Whether the light came back within the agreed time; an open case shows the clock instead. */
function keptText({ restored_at, restore_deadline_at }: Unplugged): string | null {
  if (restored_at === null) return null
  const late = Date.parse(restored_at) > Date.parse(restore_deadline_at)
  return text(late ? 'cev.kept_late' : 'cev.kept', { at: formatDateTime(restore_deadline_at) })
}

/** Time without light, and the deadline. */
function Clock({ record }: { record: Unplugged }) {
  const now = useNow(1000)
  const since = Math.max(0, (now - Date.parse(record.detected_at)) / 1000)
  const late = now > Date.parse(record.restore_deadline_at)
  return (
    <div className="hl-alert">
      <Shape kind="diamond" size={10} />
      <b>{text('cev.clock', { for: formatCountdown(since) })}</b>
      <p className="column-2">
        {text(late ? 'cev.late' : 'cev.deadline', { at: formatDateTime(record.restore_deadline_at) })}
      </p>
    </div>
  )
}

function Told({ record }: { record: Unplugged }) {
  if (record.notified.length === 0) return <p className="hl-hint">{text('list.unplugged.nobody')}</p>
  return (
    <ol className={`grid gap-6 lines-xs ${styles.told}`}>
      {record.notified.map(({ stage, channel, at, ack_at }) => (
        <li className="grid gap-8 baseline" key={`${stage} ${channel} ${at}`}>
          <Shape kind={ack_at === null ? 'ring' : 'disc'} tone={ack_at === null ? 'medium' : 'success'} size={9} />
          <span>
            {text(`notice.${stage}`)}
            {ack_at !== null && `, ${text('notice.ack', { time: formatStamp(ack_at) })}`}
          </span>
          <time className="ink-2" dateTime={at}>
            {formatStamp(at)}
          </time>
        </li>
      ))}
    </ol>
  )
}

function CaseBox({ record }: { record: Unplugged }) {
  const { snapshot } = useReading({ cto_id: record.cto_id }, { everyMs: live(record) ? 20_000 : null })
  if (!snapshot) return null
  const total = boxSize(Math.max(...snapshot.items.map((item) => item.port)))
  const dark = snapshot.items.find((item) => item.port === record.port)?.light === 'dark'
  return (
    <>
      <Faceplate
        ports={snapshot.items}
        total={total}
        size="small"
        title={boxLabel(record.cto_code)}
        subtitle={text('faceplate.ports', { count: total })}
        ring={[{ port: record.port, kind: dark ? 'harmed' : 'working' }]}
      />
      <FaceplateLegend ports={snapshot.items} total={total} />
    </>
  )
}

function Body({ record }: PanelProps<Unplugged>) {
  return (
    <>
      <div className="hl-line">
        <ChoiceDot of="case_state" word={record.state} />
        <ChoiceDot of="neighbour_class" word={record.class} />
      </div>
      {live(record) && <Clock record={record} />}
      <CaseBox record={record} />
      <CaseFacts record={record} />
      <Answered record={record} />
      <hr className="hl-rule" />
      <h3>{text('list.unplugged.told')}</h3>
      <Told record={record} />
    </>
  )
}

function Foot({ record, refresh }: PanelProps<Unplugged>) {
  const id = String(record.event_id)
  return (
    <>
      <AnswerButtons record={record} refresh={refresh} />
      {record.access && session.can('accessDiagnose_create') && (
        <LinkButton to="/vno/diagnostico" search={{ acceso: record.access.code }}>
          {text('diagnosis.act')}
        </LinkButton>
      )}
      {record.role !== 'victima' && (
        <LinkButton
          kind={answersTo(record).length > 0 ? 'second' : 'main'}
          to="/vno/intervenciones/$id"
          params={{ id }}
        >
          {text('list.events.open')}
        </LinkButton>
      )}
      <LinkButton to="/vno/vecinos/informes/$id" params={{ id }}>
        {text('event.report')}
      </LinkButton>
    </>
  )
}

export const unpluggedPanel: PanelParts<Unplugged> = { Body, Foot }
