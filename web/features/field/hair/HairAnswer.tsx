import IconArrowRight from '@iconify-json/tabler/arrow-right'
import { useEffect, useState } from 'react'
import { Button, Press } from '../../../kit/Button.tsx'
import { LinkButton } from '../../../kit/LinkButton.tsx'
import { outbox } from '../../../offline/outbox.ts'
import { formatDistance, formatTime } from '../../../ui/format.ts'
import { text } from '../../../ui/text.ts'
import { labelOf } from '../box/box.ts'
import { CancelSheet } from '../step/CancelSheet.tsx'
import { HairFrame } from './HairFrame.tsx'
import { Withdraw } from './HairWaiting.tsx'
import { NocLink } from '../NocLink.tsx'
import { stepPath } from '../paths.ts'
import css from '../phone.module.css'
import { Plate } from '../box/Plate.tsx'
import { StateSign } from '../StateSign.tsx'
import today from '../today/today.module.css'
import { askPath, type HairChange } from './use-hair.ts'
import { useNeighbours } from '../box/use-neighbours.ts'
import { useOnce } from '../use-once.ts'
import { refetchWork, useBox } from '../use-work.ts'
import { openStep, stepOf, type Work } from '../work.ts'

interface AnswerProps {
  work: Work
  change: HairChange
  /** Requests that the technician may still make. */
  left: number
  again: () => void
}

/** The decision on the request, and the next action. */
export function HairAnswer(props: AnswerProps) {
  const { decision, port_assigned_number: port } = props.change
  if (decision === 'concedido') return <Granted {...props} port={port} />
  if (decision === 'alternativa' && port !== null) return <Offered {...props} port={port} />
  return decision === 'alternativa' ? <Near {...props} /> : <Denied {...props} />
}

function Granted({ work, change, port, left, again }: AnswerProps & { port: number | null }) {
  const box = useBox(work.cto_id)
  const { ports } = useNeighbours(work, { looking: false })
  // The decision may arrive before the intervention's new port: continue only with the new port.
  const there = work.port_number === port
  useEffect(() => {
    if (!there) void refetchWork(work.id)
  }, [there, work.id])
  const next = stepOf(work, 'port_available').status === 'done' ? openStep(work) : 'port_available'
  return (
    <HairFrame
      work={work}
      title={text('tech.hair.granted', { port: port ?? '' })}
      sub={text('tech.hair.granted.sub', { port: change.port_from_number })}
      above={
        left > 0 && (
          <Button size="glove" shape="wide" style={{ marginBottom: 8 }} onClick={again}>
            {text('tech.hair.other')}
          </Button>
        )
      }
      main={
        there ? (
          <LinkButton kind="main" size="glove" to={stepPath(work, next ?? 'power')}>
            {text('tech.hair.go_on', { port: port ?? '' })}
            <IconArrowRight size={26} stroke={2} aria-hidden />
          </LinkButton>
        ) : (
          <Button kind="main" size="glove" busy>
            {text('tech.hair.go_on', { port: port ?? '' })}
          </Button>
        )
      }
    >
      <Plate work={{ ...work, port_number: port }} box={box} ports={ports} selectedPort={port ?? undefined} />
      <ul className={css.next}>
        <li>{text('tech.hair.granted.move', { from: change.port_from_number, to: port ?? '' })}</li>
        <li>{text('tech.hair.granted.measure')}</li>
      </ul>
    </HairFrame>
  )
}

/** Another port of the same box, offered by the operator. */
function Offered({ work, change, port }: AnswerProps & { port: number }) {
  const box = useBox(work.cto_id)
  const { ports } = useNeighbours(work, { looking: false })
  const { busy, run } = useOnce(() =>
    outbox.enqueue({
      path: askPath,
      query: {
        event_id: work.id,
        port_from: change.port_from_id,
        port_to: change.port_assigned_id,
        reason: change.reason,
        condition_code: change.condition_code,
        ...(change.power_dbm !== null && { power_dbm: change.power_dbm }),
      },
    }),
  )
  return (
    <HairFrame
      work={work}
      title={text('tech.hair.offered', { port })}
      sub={change.expires_at ? text('tech.hair.offered.until', { time: formatTime(change.expires_at) }) : ''}
      above={<Withdraw change={change} name="tech.hair.refuse" />}
      main={
        <Button kind="main" size="glove" busy={busy} onClick={() => void run()}>
          {text('tech.hair.accept', { port })}
        </Button>
      }
    >
      <Plate work={{ ...work, port_number: port }} box={box} ports={ports} selectedPort={port} />
      {change.answer_reason && <p className={css.card}>{change.answer_reason}</p>}
    </HairFrame>
  )
}

/** No free port in this box: nearby boxes within reach of the drop. */
function Near({ work, change }: AnswerProps) {
  const [leaving, setLeaving] = useState<HairChange['alternatives'][number]>()
  return (
    <HairFrame
      work={work}
      title={text('tech.hair.near')}
      sub={change.answer_reason ?? text('tech.hair.near.sub')}
      above={<Withdraw change={change} name="tech.hair.refuse" />}
      main={
        <Button kind="main" size="glove" onClick={() => setLeaving(change.alternatives[0])}>
          {text('tech.hair.near.go', { label: labelOf(change.alternatives[0]?.cto_code ?? '') })}
        </Button>
      }
    >
      <ul className={today.list}>
        {change.alternatives.map((one) => (
          <li key={one.cto_id}>
            <Press className={today.row} onClick={() => setLeaving(one)}>
              <span className="grow shrink">
                <span className={today.top}>{labelOf(one.cto_code)}</span>
                <span className={css.note}>
                  {[
                    text('tech.hair.near.distance', { distance: formatDistance(one.distance_m) }),
                    text('tech.hair.near.free', { count: one.free_ports }),
                  ].join(', ')}
                </span>
              </span>
            </Press>
          </li>
        ))}
      </ul>
      <p className={css.note}>{text('tech.hair.near.note')}</p>
      {leaving && (
        <CancelSheet
          work={work}
          why="stop"
          code="cto_copada"
          next={{ id: leaving.cto_id, code: leaving.cto_code }}
          close={() => setLeaving(undefined)}
        />
      )}
    </HairFrame>
  )
}

function Denied({ work, change, again }: AnswerProps) {
  const [leaving, setLeaving] = useState(false)
  const { deny_code: code, answer_reason: why } = change
  const full = code === 'CTO_COPADA'
  const stop = (
    <Button
      kind={full ? 'main' : 'second'}
      shape={full ? undefined : 'wide'}
      size="glove"
      style={full ? {} : { marginBottom: 8 }}
      onClick={() => setLeaving(true)}
    >
      {text('tech.stop')}
    </Button>
  )
  return (
    <HairFrame
      work={work}
      title={text('tech.hair.denied')}
      sub={code === null ? '' : text(`choice.deny_code.${code}`)}
      above={!full && stop}
      main={
        full ? (
          stop
        ) : (
          <Button kind="main" size="glove" onClick={again}>
            {text('tech.hair.another')}
          </Button>
        )
      }
    >
      <div className={css.card} data-tone="danger" role="alert">
        <p className={css.heading}>
          <StateSign level="bloqueo" size={26} />
          {text('tech.hair.denied.port', { port: change.port_from_number })}
        </p>
        <p className={css.note}>{why ?? text(full ? 'tech.hair.denied.full' : 'tech.hair.denied.taken')}</p>
      </div>
      <NocLink look={{ size: 'glove', shape: 'wide' }} className="mb-8" />
      {leaving && (
        <CancelSheet work={work} why="stop" {...(full && { code: 'cto_copada' })} close={() => setLeaving(false)} />
      )}
    </HairFrame>
  )
}
