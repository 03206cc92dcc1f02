import type { Input } from '@hilo/contract/index.ts'
import type { Port } from '@hilo/contract/ports/ports.ts'
import { portState, workKinds, type WorkKind } from '@hilo/domain/status.ts'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState, type FormEvent, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { CallProblem } from '../../api/problem.ts'
import { problemText } from '../../api/problem-text.ts'
import { useCall } from '../../api/query.ts'
import { session } from '../../api/session.ts'
import { useSend } from '../../api/use-send.ts'
import { Button } from '../../kit/Button.tsx'
import { CodeField } from '../../lists/CodeField.tsx'
import { useCto } from '../../lists/panel/use-cto.ts'
import { boxLabel, boxSize } from '../../lists/registry/faceplate-items.ts'
import { choiceText } from '../../lists/text.ts'
import { usePhone } from '../../lists/use-phone.ts'
import { Faceplate } from '../../ui/faceplate/Faceplate.tsx'
import { FaceplateKey } from '../../ui/faceplate/FaceplateLegend.tsx'
import { Segments } from '../../kit/Segments.tsx'
import { UnsavedGuard } from '../../ui/form/UnsavedGuard.tsx'
import { idOf } from '../../ui/id-of.ts'
import { text } from '../../ui/text.ts'
import '../../lists/lists.css'
import styles from './new-event.module.css'
import { clashKey } from './event-facts.ts'
import { OperatorField } from './OperatorField.tsx'

const { disponible, asignado } = portState.is
/** An enrolment needs a free port or one reserved for it; every other kind of work needs a port with an access. */
function usable({ kind, operator }: Chosen, { state, vno_id: owner }: Port): boolean {
  const own = operator === null ? owner !== null : owner === operator
  return kind === 'alta' ? state === disponible || (state === asignado && own) : own && state !== disponible
}

interface Chosen {
  /** Chosen by the neutral operator only; for others it is their own. */
  operator: number | null
  cto: { id: number; code: string } | null
  kind: WorkKind
  port: Port | null
  technical: { id: number; code: string } | null
}

function inputOf({ operator, cto, kind, port, technical }: Chosen): Input<'admin_vno/events/create'> {
  return {
    ...(operator !== null && { vno_id: operator }),
    ...(cto && { cto_id: cto.id }),
    work_kind: kind,
    ...(port && { port_id: port.id }),
    ...(port?.access_id != null && { access_id: port.access_id }),
    ...(technical && { technical_id: technical.id }),
  }
}

/** Sends once, even if pressed repeatedly; opens the intervention, which shows the progress of its reading. */
function useOpening() {
  const navigate = useNavigate()
  const { send, sending } = useSend('admin_vno/events/create')
  const [problem, setProblem] = useState<ReactNode>(null)
  const [opened, setOpened] = useState(false)
  const open = async (chosen: Chosen) => {
    setProblem(null)
    const sent = await send(inputOf(chosen))
    if (sent === null) return
    if (sent.answer === null) return setProblem(clashOf(sent.problem) ?? problemText(sent.problem))
    const { record } = sent.answer
    // Before leaving: nothing is lost any more.
    flushSync(() => setOpened(true))
    await navigate({ to: '/vno/intervenciones/$id', params: { id: String(record.id) }, replace: true })
  }
  return { open, sending, problem, opened }
}

/** Message if the technician already has an open intervention, with a link to it. */
function clashOf(error: unknown): ReactNode {
  if (!(error instanceof CallProblem) || error.code !== 'EVENT_ALREADY_OPEN') return null
  const { record } = error.body
  if (typeof record !== 'object' || record === null || !('code' in record) || !('id' in record)) return null
  return <Clash code={String(record.code)} id={Number(record.id)} />
}

function Clash({ code, id }: { code: string; id: number }) {
  const open = useCall('admin_vno/events/get', { id }).data?.records[0]
  return (
    <>
      {text(clashKey(open?.process_state), { code })}{' '}
      <Link to="/vno/intervenciones/$id" params={{ id: String(id) }}>
        {text('event.new.clash.see', { code })}
      </Link>
    </>
  )
}

const empty: Chosen = { operator: null, cto: null, kind: 'alta', port: null, technical: null }
/** True if leaving would lose a choice. */
const isBegun = (chosen: Chosen, first: Chosen): boolean =>
  chosen.operator !== first.operator ||
  chosen.cto?.id !== first.cto?.id ||
  chosen.kind !== first.kind ||
  chosen.port !== null ||
  chosen.technical !== null

/** Opens an intervention from the desk. */
export function NewEventScreen() {
  const { caja, id } = useSearch({ strict: false })
  const box = idOf(id)
  const known = typeof caja === 'string' && box !== undefined ? { id: box, code: caja } : null
  const [first] = useState<Chosen>({ ...empty, cto: known })
  const [chosen, setChosen] = useState(first)
  const [tried, setTried] = useState(false)
  const { open, sending, problem, opened } = useOpening()
  const neutral = session.isNeutral()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (chosen.cto && !(neutral && chosen.operator === null) && !sending) void open(chosen)
  }
  return (
    <form className={`grid gap-12 packed ${styles.screen} p-page`} onSubmit={submit} noValidate>
      <h1>{text('event.new')}</h1>
      <div className={`grid gap-12 top ${styles.columns}`}>
        <div className={`edge grid gap-12 packed padded shrink surface ${styles.card}`}>
          <Fields chosen={chosen} setChosen={setChosen} tried={tried} known={known?.code} />
          {problem !== null && (
            <p className="note" role="alert" data-tone="danger">
              {problem}
            </p>
          )}
          <p className="lines-xs ink-2">{text('event.new.note')}</p>
          <Button type="submit" kind="main" busy={sending}>
            {text(sending ? 'event.new.sending' : 'event.new.open')}
          </Button>
        </div>
        <section
          className={`edge grid gap-12 packed padded shrink surface ${styles.card}`}
          aria-label={text('event.new.port')}
        >
          {chosen.cto ? (
            <PortChoice
              key={`${chosen.cto.id} ${chosen.kind} ${chosen.operator}`}
              chosen={chosen}
              onPort={(port) => setChosen({ ...chosen, port })}
            />
          ) : (
            <p className={`text-center ink-2 ${styles.empty}`}>{text('event.new.empty')}</p>
          )}
        </section>
      </div>
      <UnsavedGuard dirty={!opened && isBegun(chosen, first)} drop={() => setChosen(first)} />
    </form>
  )
}

interface FieldsProps {
  chosen: Chosen
  setChosen: (chosen: Chosen) => void
  /** Set by the first submit: from then on missing fields are shown. */
  tried: boolean
  /** Box named in the URL. */
  known: string | undefined
}

function Fields({ chosen, setChosen, tried, known }: FieldsProps) {
  return (
    <>
      {session.isNeutral() && (
        <OperatorField
          value={chosen.operator}
          wrong={tried && chosen.operator === null}
          onChange={(operator) => setChosen({ ...chosen, operator, port: null })}
        />
      )}
      <CodeField
        label={text('event.new.box')}
        hint={text('neighbours.ask.hint')}
        kind="cto"
        known={known && boxLabel(known)}
        autoFocus={known === undefined}
        wrong={tried && !chosen.cto ? text('event.new.boxMissing') : undefined}
        onPick={(cto) => setChosen({ ...chosen, cto, port: null })}
      />
      <fieldset className="scroll-x no-margin">
        <legend className="phone-size-m">{text('event.new.kind')}</legend>
        <Segments
          label={text('event.new.kind')}
          options={workKinds.map((value) => ({ value, text: choiceText('work_kind', value) }))}
          value={chosen.kind}
          onChange={(kind) => setChosen({ ...chosen, kind, port: null })}
        />
      </fieldset>
      {session.can('technician_view') && (
        <CodeField
          label={text('event.new.technician')}
          hint={text('event.new.technician.hint')}
          kind="person"
          onPick={(technical) => setChosen({ ...chosen, technical })}
        />
      )}
    </>
  )
}

function PortChoice({ chosen, onPort }: { chosen: Chosen; onPort: (port: Port | null) => void }) {
  const { cto: box, port } = chosen
  const phone = usePhone()
  const cto = useCto(box?.id ?? 0)
  const answer = useCall('admin_vno/ports/get', { filter: { cto_id: box?.id ?? 0 }, limit: 64 })
  const choice = (answer.data?.records ?? []).filter((one) => usable(chosen, one))
  if (!cto) return <div className={styles.waiting} aria-busy="true" />
  const total = boxSize(cto.ports_total)
  const items = cto.ports ?? []
  return (
    <>
      <header className="flex gap-4 gap-x-12 wrap middle min-h-26">
        <h2>{text('event.new.port')}</h2>
        <span className="grow lines-xs ink-2">
          {port
            ? text('event.new.port.chosen', { port: port.number, access: port.access?.code ?? '' })
            : text(choice.length > 0 ? 'event.new.port.later' : 'event.new.port.none')}
        </span>
        {port && (
          <Button size="small" onClick={() => onPort(null)}>
            {text('event.new.port.clear')}
          </Button>
        )}
      </header>
      <div className={`grid gap-14 ${styles.drawing} middle-x`}>
        <Faceplate
          ports={items}
          total={total}
          size={phone ? 'phone' : 'large'}
          title={boxLabel(cto.code)}
          subtitle={`${choiceText('type', cto.type)} · ${text('faceplate.ports', { count: total })}`}
          splitter={cto.splitter.ratio}
          selectedPort={port?.number}
          onSelectPort={(number) => onPort(choice.find((one) => one.number === number) ?? port)}
        />
        <FaceplateKey ports={items} total={total} counts />
      </div>
    </>
  )
}
