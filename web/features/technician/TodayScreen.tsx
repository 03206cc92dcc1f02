import {
  IconArrowRight,
  IconChevronRight,
  IconCloudUp,
  IconDeviceMobileCheck,
  IconDots,
  IconPlus,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { drafts } from '../../offline/drafts.ts'
import { pending, refused } from '../../offline/operation.ts'
import { useOutbox } from '../../offline/use-outbox.ts'
import { formatWeekday } from '../../ui/format.ts'
import { text } from '../../ui/text.ts'
import { clockOf } from './clock.ts'
import { labelOf } from './box.ts'
import { Failed, Rows } from './Faces.tsx'
import { stepToGoOn } from './paths.ts'
import { pendingWords } from './pending-words.ts'
import css from './phone.module.css'
import { StepThread } from './StepThread.tsx'
import today from './today.module.css'
import { useHistory, useUnderWay, useWork } from './use-work.ts'
import { dueSteps, isUnderWay, isWorkable, stepOf, type Work } from './work.ts'
import { pathOf, WorkBadge, WorkRow } from './WorkRow.tsx'
import { WorkMenu } from './WorkMenu.tsx'
import { useEffect } from 'react'

const recent = 6

/** The day: what is open goes on where it was; the rest is one press away. */
export function TodayScreen() {
  const { works, ready, error, again } = useUnderWay()
  const history = useHistory(recent)
  const operations = useOutbox()
  const [open] = works
  const past = (history.data?.records ?? []).filter((work) => !isUnderWay(work))
  const waiting = pending(operations).length
  if (!ready && error) return <Failed error={error} retry={() => void again()} />
  const count = works.length
  return (
    <div className={css.screen}>
      <header className={css.head}>
        <h1>{count > 0 ? text('tech.today', { count }) : text('tech.today.title')}</h1>
        <p className={css.sub}>{formatWeekday(Date.now())}</p>
      </header>
      <div className={css.middle}>
        {waiting > 0 && (
          <Link
            className={css.card}
            data-tone={refused(operations).length > 0 ? 'danger' : 'wait'}
            to="/tecnico/pendientes"
            style={{ marginBottom: 12 }}
          >
            <span className={today.top}>
              <IconCloudUp size={28} stroke={1.8} aria-hidden />
              <span>
                {text('tech.pending.count', { count: waiting })}
                <br />
                <span className={css.note}>{pendingWords(operations)}</span>
              </span>
              <IconChevronRight size={24} stroke={2} aria-hidden />
            </span>
          </Link>
        )}
        {works.length > 1 && (
          <ul className={today.list}>
            {works.slice(1).map((work) => (
              <WorkRow key={work.id} work={work} />
            ))}
          </ul>
        )}
        {!ready || history.isPending ? <Rows count={3} /> : <Past past={past} some={works.length > 0} />}
      </div>
      <div className={css.foot} data-over>
        {!ready ? <Rows count={1} /> : open ? <GoOn row={open} /> : <Start />}
      </div>
    </div>
  )
}

function Past({ past, some }: { past: readonly Work[]; some: boolean }) {
  if (past.length === 0) return some ? null : <p className={css.note}>{text('tech.today.empty')}</p>
  return (
    <>
      <h2 className={today.group}>{text('tech.today.recent')}</h2>
      <ul className={today.list}>
        {past.map((work) => (
          <WorkRow
            key={work.id}
            work={work}
            day={new Date(work.created_at).toDateString() !== new Date().toDateString()}
          />
        ))}
      </ul>
    </>
  )
}

function Start() {
  return (
    <div className={css.row}>
      <Link className={css.main} to="/tecnico/nueva">
        <IconPlus size={26} stroke={2} aria-hidden />
        {text('tech.new')}
      </Link>
    </div>
  )
}

/** The open intervention: what it is, how far, and the way back into it. */
function GoOn({ row }: { row: Work }) {
  const { work: whole } = useWork(row.id)
  const work = whole ?? row
  const [menu, setMenu] = useState(false)
  const step = stepToGoOn(work)
  const saved = useSavedAt(work)
  const due = dueSteps(work)
  const done = new Set(due.filter((one) => stepOf(work, one).status === 'done'))
  return (
    <>
      <div className={today.title}>
        <h2>
          {work.work_kind && text(`choice.work_kind.${work.work_kind}`)}, <span>{labelOf(work.cto.code)}</span>
        </h2>
        <WorkBadge work={work} box />
      </div>
      <p className={css.note}>
        <span className="code">{work.code}</span>
        {work.port_number !== null && `, ${text('list.port', { number: work.port_number })}`}
      </p>
      <StepThread due={due} done={done} now={step} />
      {saved !== null && (
        <p className={today.saved}>
          <IconDeviceMobileCheck size={20} stroke={1.8} aria-hidden />
          {text('tech.today.saved', { time: clockOf(saved) })}
        </p>
      )}
      <div className={css.row} style={{ marginTop: 8 }}>
        <button
          type="button"
          className={`${css.second} ${css.back}`}
          aria-label={text('tech.menu')}
          aria-haspopup="dialog"
          onClick={() => setMenu(true)}
        >
          <IconDots size={28} stroke={2} aria-hidden />
        </button>
        <Link className={css.main} to={pathOf(work)}>
          {isWorkable(work) ? text('tech.today.go_on', { step: text(`tech.short.${step}`) }) : text('tech.today.see')}
          <IconArrowRight size={26} stroke={2} aria-hidden />
        </Link>
      </div>
      {menu && <WorkMenu work={work} close={() => setMenu(false)} />}
    </>
  )
}

/** When something of the open step was kept on this device last. */
function useSavedAt(work: Work): number | null {
  const [at, setAt] = useState<number | null>(null)
  const step = stepToGoOn(work)
  useEffect(() => {
    let wanted = true
    void drafts.get(work.id, step).then((draft) => wanted && setAt(draft?.at ?? null))
    return () => {
      wanted = false
    }
  }, [work.id, step])
  return at
}
