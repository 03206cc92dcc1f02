import { maxDropM } from '@hilo/domain/feasibility.ts'
import { condition, connectionType } from '@hilo/domain/status.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { callQuery, queryClient } from '../../api/query.ts'
import { session } from '../../api/session.ts'
import { useSend } from '../../api/use-send.ts'
import { Button } from '../../kit/Button.tsx'
import { boxLabel } from '../../lists/registry/faceplate-items.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import {
  formatCountdown,
  formatDateTime,
  formatDistance,
  formatDuration,
  formatNumber,
  formatPowerUnit,
} from '../../ui/format.ts'
import { ChoiceShape } from '../../ui/shapes/ChoiceDot.tsx'
import { text } from '../../ui/text.ts'
import { toast } from '../../kit/toasts.tsx'
import { useNow } from '../../ui/use-now.ts'
import styles from './feasibility.module.css'
import { failsBelow, questionOf, whyNoPort, type Candidate, type Inquiry } from './feasibility.ts'
import { ReserveButton } from './ReserveButton.tsx'

interface AnswerProps {
  inquiry: Inquiry
  onAnswer: (inquiry: Inquiry) => void
}

/** Result of an inquiry: verdict, reservation, and candidate boxes. */
export function FeasibilityAnswer({ inquiry, onAnswer }: AnswerProps) {
  const { result, ctos, products, valid_until } = inquiry
  const now = useNow(60_000)
  const old = Date.parse(valid_until) < now
  return (
    <div className="grid gap-12">
      <div className={`flex gap-12 middle round ${styles.result} p-10-14`} data-result={result} role="status">
        <ChoiceShape of="feasibility_result" word={result} size={20} />
        <div>
          <h3 className="lines-m title">{text(`choice.feasibility_result.${result}`)}</h3>
          <p className="lines-xs ink-2">{text(`feasibility.means.${result}`)}</p>
        </div>
      </div>
      {inquiry.port && <Kept inquiry={inquiry} />}
      <p className="lines-xs ink-2">
        {old
          ? text('feasibility.old', { time: formatDateTime(valid_until) })
          : text('feasibility.valid', { time: formatDateTime(valid_until) })}
        {products.length > 0 &&
          ` ${text('feasibility.products', { list: products.map(({ down_mbps }) => text('feasibility.speed', { mbps: down_mbps })).join(', ') })}`}
      </p>
      {ctos.length > 0 && (
        <ol className={`edge ${styles.boxes}`}>
          {ctos.map((one) => (
            <li className="flex gap-6-12 middle min-h-44" key={one.cto_id}>
              <Box candidate={one} />
              {inquiry.port === null && <Reserve inquiry={inquiry} candidate={one} old={old} onAnswer={onAnswer} />}
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

/** The button that reserves a port, or why there is none. */
function Reserve({ inquiry, candidate, old, onAnswer }: AnswerProps & { candidate: Candidate; old: boolean }) {
  const why = whyNoPort(inquiry, candidate, old)
  if (!session.can('feasibility_create')) return null
  if (why !== null) return <span className="small ink-2">{text(`feasibility.why.${why}`, { most: maxDropM })}</span>
  return (
    <ReserveButton question={questionOf(inquiry)} candidate={candidate} vnoId={inquiry.vno_id} onAnswer={onAnswer} />
  )
}

function Box({
  candidate: { cto_id, code, distance_m, free_ports, connection_type, est_rx_dbm, conditions },
}: {
  candidate: Candidate
}) {
  const weak = est_rx_dbm !== null && est_rx_dbm < failsBelow
  return (
    <div className={`grid gap-2 gap-x-12 small ${styles.box}`}>
      <Link className="code" to="/vno/ctos/$id" params={{ id: String(cto_id) }}>
        <b>{boxLabel(code)}</b>
      </Link>
      <span className="ink-2">{distance_m === null ? text('feasibility.noDistance') : formatDistance(distance_m)}</span>
      <span className="ink-2" data-none={free_ports === 0 || undefined}>
        {text('feasibility.free', { count: free_ports })}
      </span>
      <span className="ink-2">{text(connectionType.of(connection_type)?.label ?? '')}</span>
      {est_rx_dbm !== null && (
        <span className="ink-2" data-weak={weak || undefined}>
          {text('feasibility.power', {
            power: formatPowerUnit(est_rx_dbm) ?? '',
            margin: formatNumber(est_rx_dbm - failsBelow, 1),
          })}
        </span>
      )}
      {conditions.map((one) => (
        <span className="ink-2" key={one} data-weak>
          {text(condition.of(one)?.label ?? '')}
        </span>
      ))}
    </div>
  )
}

/** The reserved port, its remaining time, and a button to release it. */
function Kept({ inquiry: { id, version, port, reserved_until } }: { inquiry: Inquiry }) {
  const [asking, setAsking] = useState(false)
  const { send, sending, problem } = useSend('admin_vno/feasibility/release')
  const now = useNow(1000)
  const left = reserved_until === null ? 0 : Math.max(0, (Date.parse(reserved_until) - now) / 1000)
  const release = () =>
    void send({ feasibility_id: id, version }).then((sent) => {
      if (!sent) return
      if (sent.answer) toast.success(text('feasibility.released'))
      void queryClient.invalidateQueries(callQuery('admin_vno/feasibility/get', { id }))
    })
  return (
    <section
      className={`flex gap-8 gap-x-16 wrap middle between round ${styles.kept} p-10-14`}
      aria-label={text('feasibility.kept')}
    >
      <div>
        <b className="code">{port?.code}</b> {text('feasibility.kept')}
        <p role="timer">
          {text('feasibility.keptUntil', {
            time: formatDateTime(reserved_until ?? ''),
            left: left < 3600 ? formatCountdown(left) : formatDuration(left),
          })}
        </p>
        {problem !== null && (
          <p className="hl-danger" role="alert">
            {problem}
          </p>
        )}
      </div>
      {session.can('feasibility_create') && (
        <Button aria-haspopup="dialog" busy={sending} onClick={() => setAsking(true)}>
          {text('feasibility.release')}
        </Button>
      )}
      {asking && (
        <ConfirmDialog
          title={text('feasibility.release')}
          sentence={text('feasibility.release.sentence', { port: port?.code ?? '' })}
          yes={text('feasibility.release')}
          confirm={release}
          close={() => setAsking(false)}
        />
      )}
    </section>
  )
}
