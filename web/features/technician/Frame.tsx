import { IconArrowLeft, IconDots } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState, type KeyboardEvent, type ReactNode } from 'react'
import type { FieldStep } from '@hilo/domain/status.ts'
import { text } from '../../ui/text.ts'
import { MiniBox } from './MiniBox.tsx'
import { OpeningNote } from './Opening.tsx'
import { boardPath, stepPath } from './paths.ts'
import css from './phone.module.css'
import { StepThread } from './StepThread.tsx'
import { useNeighbours } from './use-neighbours.ts'
import { beside, dueSteps, stepOf, type Work } from './work.ts'
import { WorkMenu } from './WorkMenu.tsx'

interface FrameProps {
  work: Work
  step: FieldStep
  title: string
  sub: string
  /** One line above the buttons: what is missing, or what has been done. */
  line: ReactNode
  /** Another way to go on, over the row of buttons. */
  above?: ReactNode
  main: ReactNode
  children: ReactNode
}

/** The keyboard's own key leads to the next empty field; after the last one the keyboard goes. */
function toNextField(event: KeyboardEvent<HTMLElement>) {
  const { target, currentTarget } = event
  if (event.key !== 'Enter' || !(target instanceof HTMLInputElement) || event.nativeEvent.isComposing) return
  const written = [...currentTarget.querySelectorAll<HTMLInputElement>('input:not([type])')]
  const next = written.slice(written.indexOf(target) + 1).find(({ value }) => value === '')
  if (written.includes(target)) event.preventDefault()
  if (next) next.focus()
  else target.blur()
}

/** One step: what I am told above, the thing itself in the middle, everything that is pressed below. */
export function Frame({ work, step, title, sub, line, above, main, children }: FrameProps) {
  const due = dueSteps(work)
  const done = new Set(due.filter((one) => stepOf(work, one).status === 'done'))
  const before = beside(work, step, -1)
  const { ports } = useNeighbours(work, { looking: false })
  return (
    <div className={css.screen}>
      <header className={css.head}>
        <StepThread due={due} done={done} now={step} />
        <h1 style={{ marginTop: 8 }}>{title}</h1>
        <div className={css.under}>
          <p className={css.sub}>{sub}</p>
          <MenuButton work={work} />
        </div>
        <OpeningNote work={work} />
      </header>
      <div className={css.middle} onKeyDown={toNextField}>
        {children}
      </div>
      <div className={css.foot}>
        {line}
        {above}
        <div className={css.row}>
          <Link
            className={`${css.second} ${css.back}`}
            to={before === null ? '/tecnico' : stepPath(work, before)}
            aria-label={text(before === null ? 'tech.to_today' : 'tech.back')}
          >
            <IconArrowLeft size={26} stroke={2} aria-hidden />
          </Link>
          <Link className={`${css.second} ${css.look}`} to={boardPath(work)}>
            <MiniBox ports={ports} mine={work.port_number} />
          </Link>
          {main}
        </div>
      </div>
    </div>
  )
}

/** Calls, papers, notes, other steps and giving up, from wherever one is. */
function MenuButton({ work }: { work: Work }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={css.more}
        aria-label={text('tech.menu')}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <IconDots size={28} stroke={2} aria-hidden />
      </button>
      {open && <WorkMenu work={work} close={() => setOpen(false)} />}
    </>
  )
}
