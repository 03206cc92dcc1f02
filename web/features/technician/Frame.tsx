import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { FieldStep } from '@hilo/domain/status.ts'
import { text } from '../../ui/text.ts'
import { MiniBox } from './MiniBox.tsx'
import { boardPath, stepPath } from './paths.ts'
import css from './phone.module.css'
import { StepThread } from './StepThread.tsx'
import { useNeighbours } from './use-neighbours.ts'
import { beside, dueSteps, stepOf, type Work } from './work.ts'

interface FrameProps {
  work: Work
  step: FieldStep
  title: string
  sub: string
  /** One line above the buttons: what is missing, or what has been done. */
  line: ReactNode
  main: ReactNode
  children: ReactNode
}

/** One step: what I am told above, the thing itself in the middle, everything that is pressed below. */
export function Frame({ work, step, title, sub, line, main, children }: FrameProps) {
  const due = dueSteps(work)
  const done = new Set(due.filter((one) => stepOf(work, one).status === 'done'))
  const before = beside(work, step, -1)
  const { ports } = useNeighbours(work, { looking: false })
  return (
    <div className={css.screen}>
      <header className={css.head}>
        <StepThread due={due} done={done} now={step} />
        <h1 style={{ marginTop: 8 }}>{title}</h1>
        <p className={css.sub}>{sub}</p>
      </header>
      <div className={css.middle}>{children}</div>
      <div className={css.foot}>
        {line}
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
