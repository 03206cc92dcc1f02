import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { text } from '../../ui/text.ts'
import { stepPath, stepToGoOn } from './paths.ts'
import css from './phone.module.css'
import type { Work } from './work.ts'

/** The frame of these screens: title, what it is about, and the row of buttons with the way back. */
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
          <Link
            className={`${css.second} ${css.back}`}
            to={stepPath(of.work, stepToGoOn(of.work))}
            aria-label={text('tech.hair.back')}
          >
            <IconArrowLeft size={26} stroke={2} aria-hidden />
          </Link>
          {of.main}
        </div>
      </div>
    </div>
  )
}
