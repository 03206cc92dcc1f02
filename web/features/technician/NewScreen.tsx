import { portState, workKinds, type WorkKind } from '@hilo/domain/status.ts'
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { callQuery, queryClient } from '../../api/query.ts'
import { CallProblem } from '../../api/problem.ts'
import { problemText } from '../../api/problem-text.ts'
import { outbox } from '../../offline/outbox.ts'
import { useOnline } from '../../offline/use-outbox.ts'
import { text } from '../../ui/text.ts'
import { BoxPicker, BoxWords, type Box } from './BoxPicker.tsx'
import { Choice } from './Fields.tsx'
import { stepPath } from './paths.ts'
import css from './phone.module.css'
import { whereAmI } from './position.ts'
import { StateSign } from './StateSign.tsx'
import today from './today.module.css'
import { useBox, useUnderWay } from './use-work.ts'
import { pathOf } from './WorkRow.tsx'

/** Begins an intervention: what for, in which box, and the port where it is known already. */
export function NewScreen() {
  const { cto } = useSearch({ strict: false })
  const given = useBox(Number(cto) > 0 ? Number(cto) : undefined)
  const [kind, setKind] = useState<WorkKind>()
  const [picked, setPicked] = useState<Box | null>()
  const [port, setPort] = useState<number>()
  const { busy, problem, create } = useCreate()
  const chosen = picked === undefined ? given : picked
  const missing = kind === undefined ? 'work_kind' : chosen === null ? 'cto' : null
  const press = () => {
    if (kind !== undefined && chosen !== null) {
      return void create({ cto_id: chosen.id, work_kind: kind, ...(port !== undefined && { port_id: port }) })
    }
    const place = document.querySelector(`[data-field="${missing}"]`)
    place?.scrollIntoView({ block: 'center' })
    place?.querySelector('input')?.focus()
  }
  const pick = (box: Box | null) => {
    setPicked(box)
    setPort(undefined)
  }
  return (
    <div className={css.screen}>
      <header className={css.head}>
        <h1>{text('tech.new')}</h1>
        <p className={css.sub}>{text('tech.new.text')}</p>
      </header>
      <div className={css.middle}>
        {problem && <Problem problem={problem} />}
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
  const online = useOnline()
  const line = missing === null ? (online ? 'tech.new.ready' : 'tech.new.offline') : `tech.new.missing.${missing}`
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
  cto_id: number
  work_kind: WorkKind
  port_id?: number
}

function useCreate() {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<CallProblem>()
  const create = async (wanted: Wanted) => {
    if (busy) return
    setBusy(true)
    setProblem(undefined)
    const position = await whereAmI()
    try {
      const { record } = await outbox.ask({
        path: 'admin_vno/events/create',
        query: { ...wanted, ...(position && { position }) },
      })
      await navigate({ to: stepPath(record, 'initial') })
    } catch (error) {
      setProblem(error instanceof CallProblem ? error : new CallProblem('SYSTEM_ERROR', ''))
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
function PortChoice({
  box,
  port,
  choose,
}: {
  box: Box
  port: number | undefined
  choose: (port: number | undefined) => void
}) {
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
      value={port ?? 0}
      choose={(id) => choose(id === 0 ? undefined : id)}
    />
  )
}

/** Ports of a box that one's own operator may work on, by id. */
function usePortIds(box: Box) {
  const { data } = useQuery(callQuery('admin_vno/ports/get', { filter: { cto_id: box.id }, limit: 32 }), queryClient)
  const usable: number[] = [portState.is.disponible, portState.is.asignado, portState.is.ocupado, portState.is.cesado]
  return (data?.records ?? []).filter(({ state }) => usable.includes(state)).sort((a, b) => a.number - b.number)
}
