import IconArrowLeft from '@iconify-json/tabler/arrow-left'
import type { ReactNode } from 'react'
import { LinkButton } from '../../../kit/LinkButton.tsx'
import { text } from '../../../ui/text.ts'
import { stepPath, stepToGoOn } from '../paths.ts'
import css from '../phone.module.css'
import type { Work } from '../work.ts'

/** Frame of the port change screens: title, subtitle, button row with the way back. */
export function HairFrame(of: {
  work: Work
  title: string
  sub: string
  line?: ReactNode
  above?: ReactNode
  main: ReactNode
  children: ReactNode
}) {
  return (
    <div className={css.screen}>
      <header className={css.head} aria-live="polite">
        <h1>{of.title}</h1>
        <p className={css.sub}>{of.sub}</p>
      </header>
      <div className={css.middle}>{of.children}</div>
      <div className={css.foot}>
        {of.line}
        {of.above}
        <div className={css.row}>
          <LinkButton
            size="glove"
            shape="square"
            to={stepPath(of.work, stepToGoOn(of.work))}
            aria-label={text('tech.hair.back')}
          >
            <IconArrowLeft size={26} stroke={2} aria-hidden />
          </LinkButton>
          {of.main}
        </div>
      </div>
    </div>
  )
}
