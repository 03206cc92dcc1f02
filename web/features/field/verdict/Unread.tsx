import { verdictLook } from '@hilo/domain/neighbour-look.ts'
import { LinkButton } from '../../../kit/LinkButton.tsx'
import { text } from '../../../ui/text.ts'
import { LookSign } from '../LookSign.tsx'
import { pastPath } from '../paths.ts'
import css from '../phone.module.css'
import type { Work } from '../work.ts'
import { PaperButton } from './CleanVerdict.tsx'
import verdict from './verdict.module.css'

/** Closed intervention whose neighbours were never read: its verdict, if it came with one, and no report. */
export function Unread({ work }: { work: Work }) {
  const { verdict: known } = work.neighbours
  return (
    <div className={css.screen}>
      <header className={verdict.head} role="status">
        <LookSign look={verdictLook(known)} size={42} />
        <h1 className="bold">{text(known === null ? 'tech.unread.title' : `tech.verdict.${known}`)}</h1>
      </header>
      <div className={css.middle}>
        <p className={`${css.card} ${css.note}`}>{text('tech.unread.text')}</p>
      </div>
      <div className={css.foot}>
        <PaperButton work={work} />
        <div className={css.row}>
          <LinkButton size="glove" to={pastPath(work)}>
            {text('tech.cancelled.see')}
          </LinkButton>
          <LinkButton kind="main" size="glove" to="/tecnico">
            {text('tech.clean.end')}
          </LinkButton>
        </div>
      </div>
    </div>
  )
}
