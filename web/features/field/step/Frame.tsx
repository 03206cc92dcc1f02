import IconArrowLeft from '@iconify-json/tabler/arrow-left'
import IconDots from '@iconify-json/tabler/dots'
import { useState, type KeyboardEvent, type ReactNode } from 'react'
import type { FieldStep } from '@hilo/domain/status.ts'
import { Press } from '../../../kit/Button.tsx'
import { LinkButton } from '../../../kit/LinkButton.tsx'
import { text } from '../../../ui/text.ts'
import { MiniBox } from '../box/MiniBox.tsx'
import { OpeningNote } from './Opening.tsx'
import { boardPath, stepPath } from '../paths.ts'
import css from '../phone.module.css'
import { StepThread } from './StepThread.tsx'
import { useNeighbours } from '../box/use-neighbours.ts'
import { adjacentStep, dueSteps, stepOf, type Work } from '../work.ts'
import { WorkMenu } from './WorkMenu.tsx'

interface FrameProps {
  work: Work
  step: FieldStep
  title: string
  sub: string
  /** Line above the buttons: what is missing, or what was done. */
  line: ReactNode
  /** Secondary action above the button row. */
  above?: ReactNode
  main: ReactNode
  children: ReactNode
}

/** The keyboard's Enter key focuses the next empty field; after the last one it closes the keyboard. */
function toNextField(event: KeyboardEvent<HTMLElement>) {
  const { target, currentTarget } = event
  if (event.key !== 'Enter' || !(target instanceof HTMLInputElement) || event.nativeEvent.isComposing) return
  const written = [...currentTarget.querySelectorAll<HTMLInputElement>('input:not([type])')]
  const next = written.slice(written.indexOf(target) + 1).find(({ value }) => value === '')
  if (written.includes(target)) event.preventDefault()
  if (next) next.focus()
  else target.blur()
}

/** Layout of a step: instructions above, fields in the middle, buttons below. */
export function Frame({ work, step, title, sub, line, above, main, children }: FrameProps) {
  const due = dueSteps(work)
  const done = new Set(due.filter((one) => stepOf(work, one).status === 'done'))
  const before = adjacentStep(work, step, -1)
  const { ports, at } = useNeighbours(work, { looking: false })
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
          <LinkButton
            size="glove"
            shape="square"
            to={before === null ? '/tecnico' : stepPath(work, before)}
            aria-label={text(before === null ? 'tech.to_today' : 'tech.back')}
          >
            <IconArrowLeft size={26} stroke={2} aria-hidden />
          </LinkButton>
          <LinkButton size="glove" shape="stack" to={boardPath(work)}>
            <MiniBox ports={ports} mine={work.port_number} at={at} />
          </LinkButton>
          {main}
        </div>
      </div>
    </div>
  )
}

/** Menu of the step: calls, reports, notes, other steps and cancelling. */
function MenuButton({ work }: { work: Work }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Press className={css.more} aria-label={text('tech.menu')} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <IconDots size={28} stroke={2} aria-hidden />
      </Press>
      {open && <WorkMenu work={work} close={() => setOpen(false)} />}
    </>
  )
}
