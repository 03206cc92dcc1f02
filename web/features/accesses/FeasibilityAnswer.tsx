import { condition, connectionType } from '@hilo/domain/status.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { callQuery, queryClient } from '../../api/query.ts'
import { session } from '../../api/session.ts'
import { useSend } from '../../api/use-send.ts'
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
import { toast } from '../../ui/toasts.tsx'
import { useNow } from '../../ui/use-now.ts'
import styles from './feasibility.module.css'
import { failsBelow, questionOf, reaches, type Candidate, type Inquiry } from './feasibility.ts'
import { ReserveButton } from './ReserveButton.tsx'

interface AnswerProps {
  inquiry: Inquiry
  onAnswer: (inquiry: Inquiry) => void
}

/** The answer in a word, what is kept, and every box that comes into question. */
export function FeasibilityAnswer({ inquiry, onAnswer }: AnswerProps) {
  const { result, ctos, products, valid_until } = inquiry
  const now = useNow(60_000)
  const old = Date.parse(valid_until) < now
  return (
    <div className={styles.answer}>
      <div className={styles.result} data-result={result} role="status">
        <ChoiceShape of="feasibility_result" word={result} size={20} />
        <div>
          <h3>{text(`choice.feasibility_result.${result}`)}</h3>
          <p>{text(`feasibility.means.${result}`)}</p>
        </div>
      </div>
      {inquiry.port && <Kept inquiry={inquiry} />}
      <p className={styles.note}>
        {old
          ? text('feasibility.old', { time: formatDateTime(valid_until) })
          : text('feasibility.valid', { time: formatDateTime(valid_until) })}
        {products.length > 0 &&
          ` ${text('feasibility.products', { list: products.map(({ down_mbps }) => text('feasibility.speed', { mbps: down_mbps })).join(', ') })}`}
      </p>
      {ctos.length > 0 && (
        <ol className={styles.boxes}>
          {ctos.map((one) => (
            <li key={one.cto_id}>
              <Box candidate={one} />
              {result === 'factible' &&
                !old &&
                inquiry.port === null &&
                reaches(one) &&
                session.can('feasibility_create') && (
                  <ReserveButton
                    question={questionOf(inquiry)}
                    candidate={one}
                    vnoId={inquiry.vno_id}
                    onAnswer={onAnswer}
                  />
                )}
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

function Box({
  candidate: { cto_id, code, distance_m, free_ports, connection_type, est_rx_dbm, conditions },
}: {
  candidate: Candidate
}) {
  const weak = est_rx_dbm !== null && est_rx_dbm < failsBelow
  return (
    <div className={styles.box}>
      <Link className="code" to="/vno/ctos/$id" params={{ id: String(cto_id) }}>
        <b>{boxLabel(code)}</b>
      </Link>
      <span>{distance_m === null ? text('feasibility.noDistance') : formatDistance(distance_m)}</span>
      <span data-none={free_ports === 0 || undefined}>{text('feasibility.free', { count: free_ports })}</span>
      <span>{text(connectionType.of(connection_type)?.label ?? '')}</span>
      {est_rx_dbm !== null && (
        <span data-weak={weak || undefined}>
          {text('feasibility.power', {
            power: formatPowerUnit(est_rx_dbm) ?? '',
            margin: formatNumber(est_rx_dbm - failsBelow, 1),
          })}
        </span>
      )}
      {conditions.map((one) => (
        <span key={one} data-weak>
          {text(condition.of(one)?.label ?? '')}
        </span>
      ))}
    </div>
  )
}

/** The port that is kept, how long still, and the way to give it back. */
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
    <section className={styles.kept} aria-label={text('feasibility.kept')}>
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
        <button
          type="button"
          className="hl-button"
          aria-haspopup="dialog"
          aria-busy={sending}
          onClick={() => setAsking(true)}
        >
          {text('feasibility.release')}
        </button>
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
