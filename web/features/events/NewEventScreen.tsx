import type { Input } from '@hilo/contract/index.ts'
import type { Port } from '@hilo/contract/ports.ts'
import { portState, workKinds, type WorkKind } from '@hilo/domain/status.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { CallProblem } from '../../api/problem.ts'
import { problemText } from '../../api/problem-text.ts'
import { useCall } from '../../api/query.ts'
import { session } from '../../api/session.ts'
import { useSend } from '../../api/use-send.ts'
import { CodeField } from '../../lists/CodeField.tsx'
import { useCto } from '../../lists/panel/use-cto.ts'
import { boxLabel, boxSize } from '../../lists/registry/faceplate-items.ts'
import { choiceText } from '../../lists/text.ts'
import { usePhone } from '../../lists/use-media.ts'
import { Faceplate } from '../../ui/faceplate/Faceplate.tsx'
import { FaceplateKey } from '../../ui/faceplate/FaceplateLegend.tsx'
import { Segments } from '../../ui/Segments.tsx'
import { text } from '../../ui/text.ts'
import '../../lists/lists.css'
import styles from './new-event.module.css'
import { OperatorField } from './OperatorField.tsx'

const { disponible, asignado } = portState.is
/** New customers come to a free port or to one kept for them; every other work is on a port that one has already. */
function usable({ kind, operator }: Chosen, { state, vno_id: owner }: Port): boolean {
  const own = operator === null ? owner !== null : owner === operator
  return kind === 'alta' ? state === disponible || (state === asignado && own) : own && state !== disponible
}

const isNeutral = () => session.get().accountType === 'ad'

interface Chosen {
  /** Only the neutral operator chooses one; everybody else works for his own. */
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

/** Sends it once, however often it is pressed; leads to the intervention, which tells how its reading goes. */
function useOpening() {
  const navigate = useNavigate()
  const { send, sending } = useSend('admin_vno/events/create')
  const [problem, setProblem] = useState<string | null>(null)
  const open = async (chosen: Chosen) => {
    setProblem(null)
    const sent = await send(inputOf(chosen))
    if (sent === null) return
    if (sent.answer === null) return setProblem(clashText(sent.problem) ?? problemText(sent.problem))
    const { record } = sent.answer
    await navigate({ to: '/vno/intervenciones/$id', params: { id: String(record.id) }, replace: true })
  }
  return { open, sending, problem }
}

/** The technician has one open already: which one. */
function clashText(error: unknown): string | null {
  if (!(error instanceof CallProblem) || error.code !== 'EVENT_ALREADY_OPEN') return null
  const { record } = error.body
  const code = typeof record === 'object' && record !== null && 'code' in record ? record.code : null
  return typeof code === 'string' ? text('event.new.clash', { code }) : null
}

/** Opens an intervention from the desk. */
export function NewEventScreen() {
  const { caja, id } = useSearch({ strict: false })
  const known =
    typeof caja === 'string' && typeof id === 'string' && Number(id) > 0 ? { id: Number(id), code: caja } : null
  const [chosen, setChosen] = useState<Chosen>({
    operator: null,
    cto: known,
    kind: 'alta',
    port: null,
    technical: null,
  })
  const [tried, setTried] = useState(false)
  const { open, sending, problem } = useOpening()
  const neutral = isNeutral()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (chosen.cto && !(neutral && chosen.operator === null) && !sending) void open(chosen)
  }
  return (
    <form className={styles.screen} onSubmit={submit} noValidate>
      <h1>{text('event.new')}</h1>
      <div className={styles.columns}>
        <div className={styles.card}>
          <Fields chosen={chosen} setChosen={setChosen} tried={tried} known={known?.code} />
          {problem !== null && (
            <p className={styles.problem} role="alert">
              {problem}
            </p>
          )}
          <p className={styles.note}>{text('event.new.note')}</p>
          <button className="hl-button hl-main-button" aria-busy={sending}>
            {text(sending ? 'event.new.sending' : 'event.new.open')}
          </button>
        </div>
        <section className={styles.card} aria-label={text('event.new.port')}>
          {chosen.cto ? (
            <PortChoice
              key={`${chosen.cto.id} ${chosen.kind} ${chosen.operator}`}
              chosen={chosen}
              onPort={(port) => setChosen({ ...chosen, port })}
            />
          ) : (
            <p className={styles.empty}>{text('event.new.empty')}</p>
          )}
        </section>
      </div>
    </form>
  )
}

interface FieldsProps {
  chosen: Chosen
  setChosen: (chosen: Chosen) => void
  /** Somebody pressed the button: what is missing is said. */
  tried: boolean
  /** Box that the address names. */
  known: string | undefined
}

function Fields({ chosen, setChosen, tried, known }: FieldsProps) {
  return (
    <>
      {isNeutral() && (
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
      <fieldset>
        <legend>{text('event.new.kind')}</legend>
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
      <header className={styles.portHead}>
        <h2>{text('event.new.port')}</h2>
        <span>
          {port
            ? text('event.new.port.chosen', { port: port.number, access: port.access?.code ?? '' })
            : text(choice.length > 0 ? 'event.new.port.later' : 'event.new.port.none')}
        </span>
        {port && (
          <button type="button" className="hl-button hl-small" onClick={() => onPort(null)}>
            {text('event.new.port.clear')}
          </button>
        )}
      </header>
      <div className={styles.drawing}>
        <Faceplate
          ports={items}
          total={total}
          size={phone ? 'phone' : 'large'}
          title={boxLabel(cto.code)}
          subtitle={`${choiceText('type', cto.type)} · ${text('faceplate.ports', { count: total })}`}
          splitter={text('faceplate.splitter', { ratio: cto.splitter.ratio })}
          selectedPort={port?.number}
          onSelectPort={(number) => onPort(choice.find((one) => one.number === number) ?? port)}
        />
        <FaceplateKey ports={items} total={total} counts />
      </div>
    </>
  )
}
