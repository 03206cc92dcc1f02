import { eventType } from '@hilo/domain/status.ts'
import IconArrowLeft from '@iconify-json/tabler/arrow-left'
import IconChevronLeft from '@iconify-json/tabler/chevron-left'
import IconChevronRight from '@iconify-json/tabler/chevron-right'
import IconShare2 from '@iconify-json/tabler/share-2'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { send } from '../../../api/call.ts'
import { problemText } from '../../../api/problem-text.ts'
import { callQuery, queryClient } from '../../../api/query.ts'
import { session } from '../../../api/session.ts'
import { shareFile } from '../../../native/share.ts'
import { serverNow } from '../../../api/clock.ts'
import { Button, IconButton } from '../../../kit/Button.tsx'
import { LinkButton } from '../../../kit/LinkButton.tsx'
import { useCachedResponse } from '../../../offline/cached-response.ts'
import { useOnline, useOutbox } from '../../../offline/use-outbox.ts'
import { formatDuration, formatTime, formatWeekday } from '../../../ui/format.ts'
import { text } from '../../../ui/text.ts'
import { labelOf } from '../box/box.ts'
import { FailedCard, Rows } from '../LoadStates.tsx'
import css from '../phone.module.css'
import { boundsOf, dayBeside, dayOf, isDay, shiftOf, type Shift } from './shift.ts'
import today from './today.module.css'
import { useUnderWay } from '../use-work.ts'
import { useOnce } from '../use-once.ts'
import { isUnderWay, type Work } from '../work.ts'
import { WorkRow } from './WorkRow.tsx'

const most = 100

/** Interventions of a day; those in progress on this device count as today's. */
function useShift(day: string) {
  const isToday = day === dayOf(serverNow())
  const query = { filter: { type: eventType.is.createListener, created_at: boundsOf(day) }, limit: most }
  const asked = useQuery(callQuery('admin_vno/events/get', query), queryClient)
  const { works } = useUnderWay()
  const operations = useOutbox()
  const answer = useMemo(() => asked.data && { day, records: asked.data.records }, [asked.data, day])
  const cached = useCachedResponse('shift', isToday ? answer : undefined)
  const records = asked.data?.records ?? (cached?.day === day ? cached.records : [])
  const known = new Set(records.map(({ id }) => id))
  const begun = works.filter(({ id, created_at }) => isToday && !known.has(id) && dayOf(Date.parse(created_at)) === day)
  return { shift: shiftOf([...records, ...begun], operations), known: asked.data !== undefined, error: asked.error, again: asked.refetch } // prettier-ignore
}

/** Summary of a day, to review and share. */
export function ShiftScreen() {
  const { dia } = useSearch({ strict: false })
  const now = dayOf(serverNow())
  const day = isDay(dia) ? dia : now
  const online = useOnline()
  const { shift, known, error, again } = useShift(day)
  const count = shift.works.length
  return (
    <div className={css.screen}>
      <header className={css.head}>
        <h1>{text('tech.shift')}</h1>
        <p className={css.sub}>{formatWeekday(`${day}T12:00`)}</p>
      </header>
      <div className={css.middle}>
        {!known && online && !error && count === 0 && <Rows count={4} />}
        {!known && error && <FailedCard error={error} retry={() => void again()} />}
        {!known && !online && <p className={`${css.note} ${css.warn}`}>{text('tech.shift.offline')}</p>}
        {known && count === 0 && <p className={css.note}>{text('tech.shift.none')}</p>}
        {count > 0 && (
          <>
            <Figures shift={shift} />
            <ul className={today.list}>
              {shift.works.map((work) => (
                <WorkRow key={work.id} work={work} />
              ))}
            </ul>
          </>
        )}
      </div>
      <Foot day={day} now={now} shift={shift} />
    </div>
  )
}

function Figures({ shift: { done, cancelled, seconds, verdicts, picturesSent, unsent } }: { shift: Shift }) {
  const facts: [string, string][] = [
    [text('tech.shift.done'), String(done)],
    ...(cancelled > 0 ? [[text('tech.shift.cancelled'), String(cancelled)] as [string, string]] : []),
    [text('tech.shift.time'), formatDuration(seconds)],
    ...verdicts.map(({ verdict, count }): [string, string] => [text(`choice.verdict.${verdict}`), String(count)]),
    ...(picturesSent > 0 ? [[text('tech.shift.pictures'), String(picturesSent)] as [string, string]] : []),
    ...(unsent > 0 ? [[text('tech.shift.unsent'), String(unsent)] as [string, string]] : []),
  ]
  return (
    <dl className="grid gap-8 halves mb-12">
      {facts.map(([name, value]) => (
        <div key={name} className="hand-card p-10-14">
          <dt className="hand-m ink-note">{name}</dt>
          <dd className="hand-title">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const line = (work: Work) =>
  [
    formatTime(work.started_at ?? work.created_at),
    work.work_kind && text(`choice.work_kind.${work.work_kind}`),
    work.code,
    labelOf(work.cto.code) + (work.port_number === null ? '' : `, ${text('list.port', { number: work.port_number })}`),
    isUnderWay(work) ? text('tech.shift.open') : work.duration_s !== null && formatDuration(work.duration_s),
    work.neighbours.verdict && text(`choice.verdict.${work.neighbours.verdict}`),
  ]
    .filter(Boolean)
    .join(' · ')

/** Summary as text, for offline sharing. */
function inWords(day: string, { works, done, seconds, unsent }: Shift): string {
  const head = `${text('tech.shift')}, ${formatWeekday(`${day}T12:00`)}`
  const sums = [
    `${text('tech.shift.done')}: ${done}`,
    `${text('tech.shift.time')}: ${formatDuration(seconds)}`,
    ...(unsent > 0 ? [`${text('tech.shift.unsent')}: ${unsent}`] : []),
  ]
  return [head, session.get().info.user.name, '', ...works.map(line), '', ...sums].join('\n')
}

/** The server's signed summary, or its text while offline. */
async function paperOf(day: string, shift: Shift, online: boolean): Promise<File> {
  const name = `parte-${day}`
  if (!online) return new File([inWords(day, shift)], `${name}.txt`, { type: 'text/plain' })
  const response = await send('admin_vno/reports/shift', { date: day, disposition: 'attachment' })
  return new File([await response.blob()], `${name}.pdf`, { type: 'application/pdf' })
}

function Foot({ day, now, shift }: { day: string; now: string; shift: Shift }) {
  const navigate = useNavigate()
  const online = useOnline()
  const worked = shift.works.length > 0
  const [problem, setProblem] = useState<string | null>(null)
  const { busy, run } = useOnce(async () => {
    setProblem(null)
    try {
      await shareFile(await paperOf(day, shift, online), `${text('tech.shift')} ${day}`)
    } catch (error) {
      setProblem(problemText(error))
    }
  })
  const go = (by: -1 | 1) => () => void navigate({ to: `/tecnico/parte?dia=${dayBeside(day, by)}`, replace: true })
  const step = { size: 26, stroke: 2, 'aria-hidden': true }
  return (
    <div className={css.foot} data-over>
      <p className={`${css.line} ${problem ? css.warn : ''}`} aria-live="polite">
        {problem ?? (worked && text(online ? 'tech.shift.pdf' : 'tech.shift.words'))}
      </p>
      <div className={css.row}>
        <LinkButton size="glove" shape="square" to="/tecnico" aria-label={text('tech.to_today')}>
          <IconArrowLeft {...step} />
        </LinkButton>
        <IconButton kind="second" size="glove" label={text('tech.shift.before')} onClick={go(-1)}>
          <IconChevronLeft {...step} />
        </IconButton>
        {day < now && (
          <IconButton kind="second" size="glove" label={text('tech.shift.after')} onClick={go(1)}>
            <IconChevronRight {...step} />
          </IconButton>
        )}
        {worked && (
          <Button kind="main" size="glove" busy={busy} onClick={() => void run()}>
            <IconShare2 {...step} />
            {text('tech.shift.share')}
          </Button>
        )}
      </div>
    </div>
  )
}
