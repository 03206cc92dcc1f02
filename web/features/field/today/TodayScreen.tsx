import IconChevronRight from '@iconify-json/tabler/chevron-right'
import IconCloudUp from '@iconify-json/tabler/cloud-up'
import IconDownload from '@iconify-json/tabler/download'
import IconPlus from '@iconify-json/tabler/plus'
import IconSearch from '@iconify-json/tabler/search'
import IconBellRinging from '@iconify-json/tabler/bell-ringing'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { serverNow } from '../../../api/clock.ts'
import { LinkButton } from '../../../kit/LinkButton.tsx'
import { pending, refused } from '../../../offline/operation.ts'
import { useOnline, useOutbox } from '../../../offline/use-outbox.ts'
import { formatDate, formatWeekday } from '../../../ui/format.ts'
import { text } from '../../../ui/text.ts'
import { clockOf } from '../clock.ts'
import { Failed, Rows } from '../LoadStates.tsx'
import { GoOn } from './GoOn.tsx'
import { OrderRow } from './OrderRow.tsx'
import { FindScan } from './FindScan.tsx'
import { findPath } from './other-reading.ts'
import { pendingWords } from '../pending/pending-words.ts'
import css from '../phone.module.css'
import { usePreparedNear } from '../box/prepare.ts'
import { endOfDay } from './route-order.ts'
import { todayTitle } from './order-words.ts'
import { StorageNotice } from '../pending/StorageNotice.tsx'
import today from './today.module.css'
import { useDay, type Day } from './use-day.ts'
import { useOrphanedDrafts } from '../pending/use-orphaned-drafts.ts'
import { WorkRow } from './WorkRow.tsx'
import { askForPushLater, mayAskForPush, turnPushOn, useBrowserPush } from '../../../api/browser-push.ts'
import { Button } from '../../../kit/Button.tsx'
import { usePushTurn } from '../../../ui/use-push-turn.ts'

/** The day: work in progress, then orders in route order, then completed work. */
export function TodayScreen() {
  const { day, at, known, settled, error, again } = useDay()
  const hands = refused(useOutbox()).length > 0
  const { works, done, route } = day
  usePreparedNear(route.map(({ stop }) => stop))
  const [open] = works
  if (!known && error) return <Failed error={error} retry={() => void again()} />
  return (
    <div className={css.screen}>
      <header className={css.head}>
        <h1>{todayTitle(works.length + route.length, done.length)}</h1>
        <p className={css.sub}>{formatWeekday(serverNow())}</p>
      </header>
      <div className={css.middle}>
        <StorageNotice />
        {open && <PushCard />}
        {hands && <Waiting />}
        {known ? <Works day={day} /> : <Rows count={4} />}
        {!hands && <Waiting />}
        {open && <Find />}
        {known && <Downloaded at={at} />}
      </div>
      <div className={css.foot} data-over>
        {!settled ? <Rows count={1} /> : open ? <GoOn row={open} /> : <Start />}
      </div>
    </div>
  )
}

/** Offers the notices while the application is closed, once there is work that they are about. */
function PushCard() {
  const state = useBrowserPush()
  const { busy, turn } = usePushTurn()
  const [later, setLater] = useState(false)
  if (state !== 'off' || later || !mayAskForPush(serverNow())) return null
  const putOff = () => {
    askForPushLater(serverNow())
    setLater(true)
  }
  return (
    <section className={css.card} aria-label={text('tech.push.title')} style={{ marginBottom: 12 }}>
      <span className={today.top}>
        <IconBellRinging size={28} stroke={1.8} aria-hidden />
        <span style={{ flex: 1 }}>{text('tech.push.title')}</span>
      </span>
      <p className={css.note}>{text('tech.push.question')}</p>
      <div className={css.row} style={{ marginTop: 12 }}>
        <Button size="glove" onClick={putOff}>
          {text('tech.push.later')}
        </Button>
        <Button kind="main" size="glove" busy={busy} disabled={busy} onClick={() => void turn(turnPushOn)}>
          {text('tech.push.turn_on')}
        </Button>
      </div>
    </section>
  )
}

function Works({ day: { works, done, route, later, past } }: { day: Day }) {
  const others = works.slice(1)
  const ahead = others.length + route.length > 0
  const some = ahead || done.length > 0
  return (
    <>
      {ahead && (
        <ul className={today.list}>
          {others.map((work) => (
            <WorkRow key={work.id} work={work} />
          ))}
          {route.map(({ stop, metres }) => (
            <OrderRow key={stop.id} order={stop} metres={metres} />
          ))}
        </ul>
      )}
      {!some && works.length === 0 && (
        <p className={`${css.note} ${today.none}`}>{text(past.length > 0 ? 'tech.today.none' : 'tech.today.empty')}</p>
      )}
      {done.length > 0 && (
        <>
          <h2 className={today.group}>{text('tech.today.done')}</h2>
          <ul className={today.list}>
            {done.map((work) => (
              <WorkRow key={work.id} work={work} />
            ))}
          </ul>
        </>
      )}
      {later.length > 0 && (
        <>
          <h2 className={today.group}>{text('tech.today.later')}</h2>
          <ul className={today.list}>
            {later.map(({ stop, metres }) => (
              <OrderRow key={stop.id} order={stop} metres={metres} day />
            ))}
          </ul>
        </>
      )}
      {!some && later.length === 0 && past.length > 0 && (
        <>
          <h2 className={today.group}>{text('tech.today.recent')}</h2>
          <ul className={today.list}>
            {past.slice(0, 6).map((work) => (
              <WorkRow key={work.id} work={work} day />
            ))}
          </ul>
        </>
      )}
    </>
  )
}

/** Unsent operations; at the top if they need attention. */
function Waiting() {
  const operations = useOutbox()
  const { left } = useOrphanedDrafts()
  const count = pending(operations).length
  if (count + left.length === 0) return null
  return (
    <Link
      className={`${css.card} ${today.waiting}`}
      data-tone={refused(operations).length > 0 ? 'danger' : 'wait'}
      to="/tecnico/pendientes"
    >
      <IconCloudUp size={28} stroke={1.8} aria-hidden />
      <span className="grow shrink">
        {count > 0 && <strong className="block">{text('tech.pending.count', { count })}</strong>}
        {count > 0 && <span className={css.note}>{pendingWords(operations)}</span>}
        {left.length > 0 && <span>{text('tech.pending.left_count', { count: left.length })}</span>}
      </span>
      <IconChevronRight size={24} stroke={2} aria-hidden />
    </Link>
  )
}

/** What is stored for offline use, and since when. */
function Downloaded({ at }: { at: number | null }) {
  const online = useOnline()
  if (at === null && online) return null
  const recent = at !== null && endOfDay(at).getTime() === endOfDay(serverNow()).getTime()
  return (
    <p className={today.downloaded}>
      <IconDownload size={20} stroke={1.8} aria-hidden />
      {at === null
        ? text('tech.pack.never')
        : recent
          ? text('tech.pack.today', { time: clockOf(at) })
          : text('tech.pack.old', { day: formatDate(at), time: clockOf(at) })}
    </p>
  )
}

function Find() {
  const navigate = useNavigate()
  return (
    <div className={`${css.row} mb-10`}>
      <LinkButton size="glove" shape="wide" to="/tecnico/buscar">
        <IconSearch size={24} stroke={1.8} aria-hidden />
        {text('tech.find')}
      </LinkButton>
      <FindScan kind="any" search={(label, unchecked) => void navigate({ to: findPath(label, unchecked) })} />
    </div>
  )
}

function Start() {
  return (
    <>
      <Find />
      <div className={css.row}>
        <LinkButton kind="main" size="glove" to="/tecnico/nueva">
          <IconPlus size={26} stroke={2} aria-hidden />
          {text('tech.new')}
        </LinkButton>
      </div>
    </>
  )
}
