import type { Output } from '@hilo/contract/index.ts'
import { portState, workKinds, type WorkKind } from '@hilo/domain/status.ts'
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { CallProblem } from '../../api/problem.ts'
import { problemText } from '../../api/problem-text.ts'
import { outbox } from '../../offline/outbox.ts'
import { onNetwork, online } from '../../api/reach.ts'
import { useOnline, useOutbox } from '../../offline/use-outbox.ts'
import { usePack } from '../../offline/use-pack.ts'
import { text } from '../../ui/text.ts'
import { BoxPicker, BoxWords, type Box } from './BoxPicker.tsx'
import { Choice } from './Fields.tsx'
import { localWork } from './local-work.ts'
import { streetOf } from './order-words.ts'
import { stepPath } from './paths.ts'
import css from './phone.module.css'
import { whereAmI } from './position.ts'
import { usePrepared } from './prepare.ts'
import { StateSign } from './StateSign.tsx'
import { StorageNotice } from './StorageNotice.tsx'
import today from './today.module.css'
import { useBox, usePort, usePortsOf, useUnderWay } from './use-work.ts'
import { ringWanted } from './wanted.ts'
import { pathOf } from './WorkRow.tsx'

/** Begins an intervention: what for, in which box, and the port where it is known already. */
export function NewScreen() {
  const { orden, otra } = useSearch({ strict: false })
  const order = useOrder(Number(orden))
  const refused = useRefused(Number(otra))
  const { kind: asked, box: chosen, port, setKind, pick, setPort } = useChosen()
  const kind = asked ?? refused?.work_kind ?? undefined
  const { busy, problem, create } = useCreate(refused?.id ?? null)
  usePrepared(chosen, order?.id)
  const missing = kind === undefined ? 'work_kind' : chosen === null ? 'cto' : null
  const press = () => {
    if (kind !== undefined && chosen !== null) {
      return void create({ box: chosen, kind, port, order: order?.id ?? null })
    }
    const place = document.querySelector<HTMLElement>(`[data-field="${missing}"]`)
    if (place === null) return
    place.scrollIntoView({ block: 'center' })
    place.querySelector('input')?.focus()
    ringWanted(place)
  }
  return (
    <div className={css.screen}>
      <header className={css.head}>
        <h1>{text('tech.new')}</h1>
        <p className={css.sub}>{text('tech.new.text')}</p>
      </header>
      <div className={css.middle}>
        <StorageNotice />
        {problem && <Problem problem={problem} />}
        {order && <p className={css.line}>{text('tech.new.order', { code: order.code, where: streetOf(order) })}</p>}
        <Choice
          name="work_kind"
          label={text('tech.new.kind')}
          options={workKinds.map((value) => ({ value, label: text(`choice.work_kind.${value}`) }))}
          value={kind}
          choose={setKind}
          columns={2}
        />
        {chosen === null ? (
          <BoxPicker choose={pick} />
        ) : (
          <ChosenBox box={chosen} other={() => pick(null)}>
            <PortChoice box={chosen} port={port} choose={setPort} />
          </ChosenBox>
        )}
      </div>
      <Foot missing={missing} busy={busy} press={press} />
    </div>
  )
}

/** What is chosen stands in the address: it is still there after a reload. */
function useChosen() {
  const { cto, kind: asked, port: askedPort } = useSearch({ strict: false })
  const navigate = useNavigate()
  const givenPort = usePort(Number(askedPort) > 0 ? Number(askedPort) : null)
  const given = useBox(Number(cto) > 0 ? Number(cto) : undefined)
  const [chosenKind, setChosenKind] = useState<WorkKind>()
  const [picked, setPicked] = useState<Box | null>()
  const [pickedPort, setPickedPort] = useState<Wanted['port']>()
  const box = picked === undefined ? given : picked
  const keep = (chosen: { kind?: WorkKind; cto?: number | undefined; port?: number | undefined }) =>
    void navigate({ to: '.', search: (known: object) => ({ ...known, ...chosen }), replace: true })
  return {
    kind: chosenKind ?? workKinds.find((one) => one === asked),
    box,
    port: pickedPort === undefined ? portOf(givenPort, box) : pickedPort,
    setKind(kind: WorkKind) {
      setChosenKind(kind)
      keep({ kind })
    },
    pick(next: Box | null) {
      setPicked(next)
      setPickedPort(null)
      keep({ cto: next?.id, port: undefined })
    },
    setPort(next: Wanted['port']) {
      setPickedPort(next)
      keep({ port: next?.id })
    },
  }
}

/** What was begun here and the server did not take: its steps go on with what is chosen now. */
function useRefused(id: number) {
  const operations = useOutbox()
  const one = operations.find(({ begun, state }) => begun?.id === id && state === 'rejected')
  return one ? localWork(one, '') : null
}

function ChosenBox({ box, other, children }: { box: Box; other: () => void; children: ReactNode }) {
  return (
    <>
      <h2 className={today.group}>{text('tech.new.box')}</h2>
      <div className={today.list}>
        <div className={today.row}>
          <BoxWords box={box} />
          <button type="button" className={css.second} style={{ minHeight: 48, fontSize: '1rem' }} onClick={other}>
            {text('tech.new.other_box')}
          </button>
        </div>
      </div>
      {children}
    </>
  )
}

function Foot({ missing, busy, press }: { missing: string | null; busy: boolean; press: () => void }) {
  const connected = useOnline()
  const line = missing === null ? (connected ? 'tech.new.ready' : 'tech.new.offline') : `tech.new.missing.${missing}`
  return (
    <div className={css.foot} data-over>
      <p className={css.line} aria-live="polite">
        {text(line)}
      </p>
      <div className={css.row}>
        <Link className={`${css.second} ${css.back}`} to="/tecnico" aria-label={text('tech.to_today')}>
          <IconArrowLeft size={26} stroke={2} aria-hidden />
        </Link>
        <button type="button" className={css.main} aria-busy={busy} onClick={press}>
          {text(busy ? 'tech.new.opening' : missing ? 'tech.act.fill' : 'tech.new.open')}
          {!missing && <IconArrowRight size={26} stroke={2} aria-hidden />}
        </button>
      </div>
    </div>
  )
}

interface Wanted {
  box: Box
  kind: WorkKind
  port: { id: number; number: number } | null
  order: number | null
}

/** The order that the intervention is for, where it began there. */
function useOrder(id: number) {
  return usePack().orders.find((order) => order.id === id) ?? null
}

/** The port that was known before, as long as it is one of the box. */
const portOf = (port: ReturnType<typeof usePort>, box: Box | null): Wanted['port'] =>
  port === null || port.cto_id !== box?.id ? null : { id: port.id, number: port.number }

/** Longer than this nobody waits for the server at the box, ms. */
const patience = 8_000
/** Nor for the position that an intervention begins with; its first step has one of its own. */
const fix = 2_000

/** Resolves when waiting for the server is no use: the network is gone, or slow beyond use. */
const noUse = () =>
  new Promise<null>((resolve) => {
    const stop = () => {
      clearTimeout(timer)
      off()
      resolve(null)
    }
    const timer = setTimeout(stop, online() ? patience : 0)
    const off = onNetwork(() => online() || stop())
  })

const idIn = (answer: Output<'admin_vno/events/create'> | null) => answer?.record.id ?? null

/** Begins: under the server's id when it answers, else under one of this device, until it does. `id`: begun here already, and refused. */
function useCreate(given: number | null) {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<CallProblem>()
  const create = async ({ box, kind, port, order }: Wanted) => {
    if (busy) return
    setBusy(true)
    setProblem(undefined)
    const position = await whereAmI(fix)
    const id = given ?? outbox.newId()
    try {
      const { client_request_id } = await outbox.enqueue({
        path: 'admin_vno/events/create',
        query: {
          cto_id: box.id,
          work_kind: kind,
          ...(port && { port_id: port.id }),
          ...(order !== null && { service_order_id: order }),
          ...(position && { position }),
        },
        begun: { id, box, port_number: port?.number ?? null },
      })
      const answer = outbox.answer(client_request_id) as Promise<Output<'admin_vno/events/create'>>
      const real = idIn(await Promise.race([answer, noUse()]))
      await navigate({ to: stepPath({ id: real ?? id }, 'initial') })
    } catch (error) {
      setProblem(error instanceof CallProblem ? error : new CallProblem('SYSTEM_ERROR', ''))
      // Nothing was done behind it yet: it is said here, and leaves nothing to mend.
      if (given === null) await outbox.giveUpAll(String(id))
    } finally {
      setBusy(false)
    }
  }
  return { busy, problem, create }
}

/** Why it could not begin, and what to do. */
function Problem({ problem }: { problem: CallProblem }) {
  const { works } = useUnderWay()
  const [open] = works
  return (
    <div className={css.card} data-tone="danger" role="alert" style={{ marginBottom: 14 }}>
      <p className={css.heading}>
        <StateSign level="bloqueo" size={26} />
        {problem.body.details?.[0]?.message ?? problemText(problem)}
      </p>
      {problem.code === 'EVENT_ALREADY_OPEN' && open && (
        <Link className={`${css.second} ${css.wide}`} style={{ marginTop: 10 }} to={pathOf(open)}>
          {text('tech.new.go_to_open', { code: open.code })}
        </Link>
      )}
    </div>
  )
}

/** One's own ports of the box and the free ones; which of them may also be decided at the box. */
function PortChoice({ box, port, choose }: { box: Box; port: Wanted['port']; choose: (port: Wanted['port']) => void }) {
  const ports = usePortIds(box)
  if (ports.length === 0) return null
  const options = [
    { value: 0, label: text('tech.new.port.later') },
    ...ports.map(({ id, number }) => ({ value: id, label: String(number) })),
  ]
  return (
    <Choice
      name="port"
      label={text('tech.new.port')}
      options={options}
      value={port?.id ?? 0}
      choose={(id) => choose(ports.find((one) => one.id === id) ?? null)}
    />
  )
}

/** Ports of a box that one's own operator may work on, by id. */
function usePortIds(box: Box) {
  const ports = usePortsOf(box.id)
  const usable: number[] = [portState.is.disponible, portState.is.asignado, portState.is.ocupado, portState.is.cesado]
  return ports.filter(({ state }) => usable.includes(state)).sort((a, b) => a.number - b.number)
}
