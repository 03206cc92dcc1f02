import { boxConditions, portConditions } from '@hilo/domain/hair-change.ts'
import { condition, portProblem } from '@hilo/domain/status.ts'
import IconAlertCircle from '@iconify-json/tabler/alert-circle'
import IconCamera from '@iconify-json/tabler/camera'
import IconCircleCheck from '@iconify-json/tabler/circle-check'
import { useRef, useState } from 'react'
import { Button } from '../../../kit/Button.tsx'
import { LinkButton } from '../../../kit/LinkButton.tsx'
import { useOnline } from '../../../offline/use-outbox.ts'
import { formatPowerUnit } from '../../../ui/format.ts'
import { text } from '../../../ui/text.ts'
import { CancelSheet } from '../step/CancelSheet.tsx'
import { Choice, Comments, Hint } from '../step/Fields.tsx'
import { portFacts, type Chosen } from './hair-wish.ts'
import { HairFrame } from './HairFrame.tsx'
import { NocLink } from '../NocLink.tsx'
import { stepPath } from '../paths.ts'
import css from '../phone.module.css'
import { CameraInput, PictureRow } from '../step/Picture.tsx'
import { Plate } from '../box/Plate.tsx'
import { StateSign } from '../StateSign.tsx'
import { useFacts } from '../step/use-facts.ts'
import { useAsking, type Gap } from './use-asking.ts'
import type { Hair } from './use-hair.ts'
import { useNeighbours } from '../box/use-neighbours.ts'
import { useBox } from '../use-work.ts'
import type { Work } from '../work.ts'
import { outbox } from '../../../offline/outbox.ts'

interface AskProps {
  work: Work
  hair: Hair
  asked: () => void
}

/** Form of a port change: reason, evidence and wanted port. */
export function HairAsk({ work, hair, asked }: AskProps) {
  const facts = useFacts(work)
  const found = portFacts(work, facts)
  const { typed, type, wish, gap: where, ports, known, proof, busy, ask } = useAsking(work, found, asked)
  const limit = hair.left === 0 && hair.latest?.decision !== 'denegado' && hair.latest?.decision !== 'alternativa'
  return (
    <HairFrame
      work={work}
      title={text('tech.hair')}
      sub={hair.left === 0 ? text('tech.hair.none_left') : text('tech.hair.sub', { count: hair.left })}
      line={<GapLine gap={limit ? 'limit' : where} />}
      above={wish.condition !== null && boxConditions.includes(wish.condition) && <Stop work={work} />}
      main={
        limit ? (
          <NocLink look={{ kind: 'main', size: 'glove' }} />
        ) : (
          <Main work={work} gap={where} busy={busy} ask={ask} proof={proof} />
        )
      }
    >
      <HairRefused hair={hair} />
      <Reasons wish={wish} choose={(chosen) => type({ chosen })} />
      {wish.reason === portProblem.is.low_power && <Measured found={found} />}
      {proof.wanted && (
        <PictureRow
          picture={proof.wanted}
          busy={proof.busy}
          take={(shot) => (proof.wanted ? proof.take(proof.wanted.evidence, shot) : null)}
        />
      )}
      <Wanted
        work={work}
        known={known}
        ports={ports}
        port={typed.port}
        choose={(port) => type({ port })}
        from={found.number}
      />
      <Comments label={text('tech.hair.comment')} value={typed.comment} change={(comment) => type({ comment })} />
    </HairFrame>
  )
}

/** Why the server rejected the last request; discarding it unblocks the queue. */
function HairRefused({ hair: { refused } }: { hair: Hair }) {
  if (refused === null) return null
  return (
    <div className={css.card} data-tone="danger" role="alert" style={{ marginBottom: 14 }}>
      <p className={css.heading}>
        <StateSign level="bloqueo" size={26} />
        {refused.refusal?.text}
      </p>
      <Button size="glove" shape="wide" style={{ marginTop: 10 }} onClick={() => void outbox.giveUp(refused)}>
        {text('tech.hair.give_up')}
      </Button>
    </div>
  )
}

function Reasons({ wish, choose }: { wish: Chosen; choose: (chosen: Partial<Chosen>) => void }) {
  const { unavailable } = portProblem.is
  const of = (codes: readonly number[]) =>
    codes.map((value) => ({ value, label: text(condition.of(value)?.label ?? '') }))
  return (
    <>
      <Choice
        name="reason"
        label={text('tech.hair.reason')}
        columns={1}
        options={portProblem.all.map(({ value, label }) => ({ value: Number(value), label: text(label) }))}
        value={wish.reason}
        choose={(reason) => choose({ reason })}
      />
      {wish.reason === unavailable && (
        <Choice
          name="condition"
          label={text('tech.hair.condition')}
          columns={2}
          options={of([...portConditions, ...boxConditions])}
          value={wish.condition}
          choose={(code) => choose({ reason: unavailable, condition: code })}
        />
      )}
      {wish.condition !== null && boxConditions.includes(wish.condition) && (
        <Hint level="aviso">{text('tech.hair.box')}</Hint>
      )}
    </>
  )
}

function Measured({ found: { power, lowPower } }: { found: ReturnType<typeof portFacts> }) {
  return (
    <p className={css.card} style={{ marginBottom: 12 }}>
      <span className={css.heading}>
        {lowPower !== null && <StateSign level={lowPower ? 'bloqueo' : 'ok'} size={24} />}
        {text('tech.hair.measured')}
        <strong>{power === null ? text('tech.hair.unmeasured') : formatPowerUnit(power)}</strong>
      </span>
    </p>
  )
}

interface WantedProps {
  work: Work
  known: boolean
  ports: ReturnType<typeof useAsking>['ports']
  port: number | null
  from: number | null
  choose: (port: number | null) => void
}

/** Wanted port: a free one, from the drawing or by number; without a choice the server chooses. */
function Wanted({ work, known, ports, port, from, choose }: WantedProps) {
  const box = useBox(work.cto_id)
  const online = useOnline()
  const { ports: read } = useNeighbours(work, { looking: false })
  const free = ports.filter(({ available, number }) => available && number !== from)
  if (!known) return <p className={css.note}>{text(online ? 'tech.hair.ports.reading' : 'tech.hair.ports.offline')}</p>
  const pick = (number: number) => free.some((one) => one.number === number) && choose(number)
  return (
    <>
      <Choice
        name="port_to"
        label={text('tech.hair.to')}
        options={[
          { value: 0, label: text('tech.hair.any') },
          ...free.map(({ number }) => ({ value: number, label: String(number) })),
        ]}
        value={port ?? 0}
        choose={(number) => choose(number === 0 ? null : number)}
      />
      {free.length === 0 && <Hint level="aviso">{text('tech.hair.none_free')}</Hint>}
      <Plate
        work={{ ...work, port_number: from }}
        box={box}
        ports={read.length > 0 ? read : (box?.ports ?? [])}
        selectedPort={port ?? undefined}
        onSelectPort={pick}
      />
    </>
  )
}

function GapLine({ gap }: { gap: Gap }) {
  const Icon = gap === null ? IconCircleCheck : gap.endsWith('picture') ? IconCamera : IconAlertCircle
  return (
    <p className={css.line} aria-live="polite">
      <Icon size={22} stroke={1.9} aria-hidden />
      {text(gap === null ? 'tech.hair.ready' : `tech.hair.gap.${gap}`)}
    </p>
  )
}

interface MainProps {
  work: Work
  gap: Gap
  busy: boolean
  ask: () => void
  proof: ReturnType<typeof useAsking>['proof']
}

/** Main button: the missing field, or sending. */
function Main({ work, gap, busy, ask, proof }: MainProps) {
  const camera = useRef<() => void>(() => undefined)
  const { wanted } = proof
  if (gap === 'port') {
    return (
      <LinkButton kind="main" size="glove" to={stepPath(work, 'port_available')}>
        {text('tech.act.fill')}
      </LinkButton>
    )
  }
  if (gap === 'power' || gap === 'power_fine') {
    return (
      <LinkButton kind="main" size="glove" to={stepPath(work, 'power')}>
        {text(gap === 'power' ? 'tech.act.measure' : 'tech.act.measure_again')}
      </LinkButton>
    )
  }
  const picture = gap === 'meter_picture' || gap === 'port_picture'
  const show = () => document.querySelector<HTMLElement>(`[data-field="${gap ?? ''}"] input`)?.focus()
  return (
    <>
      <Button
        kind="main"
        size="glove"
        busy={busy || proof.busy}
        onClick={() => (picture ? camera.current() : gap === null ? ask() : show())}
      >
        {picture && <IconCamera size={26} stroke={1.9} aria-hidden />}
        {text(picture ? 'tech.act.picture' : gap === null ? 'tech.hair.ask' : 'tech.act.fill')}
      </Button>
      <CameraInput
        open={(click) => (camera.current = click)}
        take={(shot) => (wanted ? proof.take(wanted.evidence, shot) : null)}
      />
    </>
  )
}

/** Leaves without a port: no port of the box is usable. */
function Stop({ work }: { work: Work }) {
  const [leaving, setLeaving] = useState(false)
  return (
    <>
      <Button size="glove" shape="wide" style={{ marginBottom: 8 }} onClick={() => setLeaving(true)}>
        {text('tech.stop')}
      </Button>
      {leaving && <CancelSheet work={work} why="stop" close={() => setLeaving(false)} />}
    </>
  )
}
