import { processState } from '@hilo/domain/status.ts'
import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { text } from '../../ui/text.ts'
import { CancelSheet } from './CancelSheet.tsx'
import { boardPath, stepPath } from './paths.ts'
import css from './phone.module.css'
import { Sheet } from './Sheet.tsx'
import { StateSign } from './StateSign.tsx'
import today from './today.module.css'
import { dueSteps, isWorkable, stepOf, type Work } from './work.ts'

/** What may be done with an intervention besides going on: any of its steps, its box, and giving it up. */
export function WorkMenu({ work, close }: { work: Work; close: () => void }) {
  const [leaving, setLeaving] = useState(false)
  if (leaving) return <CancelSheet work={work} close={close} />
  const over = work.process_state === processState.is.finalizing
  return (
    <Sheet title={work.code} close={close}>
      <ul className={today.list}>
        {isWorkable(work) &&
          dueSteps(work).map((step) => (
            <li key={step}>
              <Link className={today.row} to={stepPath(work, step)} onClick={close}>
                <span className={today.body}>{text(`choice.step.${step}`)}</span>
                {stepOf(work, step).status === 'done' && <StateSign level="ok" size={20} />}
                <IconChevronRight size={22} stroke={2} aria-hidden />
              </Link>
            </li>
          ))}
        <li>
          <Link className={today.row} to={boardPath(work)} onClick={close}>
            <span className={today.body}>{text('tech.menu.box')}</span>
            <IconChevronRight size={22} stroke={2} aria-hidden />
          </Link>
        </li>
      </ul>
      {!over && (
        <button type="button" className={`${css.second} ${css.wide} ${css.bad}`} onClick={() => setLeaving(true)}>
          {text('tech.cancel')}
        </button>
      )}
      <div className={css.row} style={{ marginTop: 8 }}>
        <button type="button" className={`${css.second} ${css.wide}`} onClick={close}>
          {text('shell.close')}
        </button>
      </div>
    </Sheet>
  )
}
