import IconLayoutSidebarLeftCollapse from '@iconify-json/tabler/layout-sidebar-left-collapse'
import IconLayoutSidebarLeftExpand from '@iconify-json/tabler/layout-sidebar-left-expand'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { Press } from '../../kit/Button.tsx'
import { Mark } from '../../ui/Mark.tsx'
import { formatNumber } from '../../ui/format.ts'
import { text } from '../../ui/text.ts'
import { isWithin, type MenuEntry, type MenuGroup, type MenuScreen } from '../menu.ts'
import { MenuIcon } from './Icons.tsx'
import styles from './side-menu.module.css'
import { countedEntries } from './counted-entries.ts'
import { useOpenCounts } from './use-open-counts.ts'

const key = 'menuNarrow'

export function SideMenu({ groups }: { groups: readonly MenuGroup[] }) {
  const [narrow, setNarrow] = useState(() => localStorage.getItem(key) === '1')
  const counts = useOpenCounts(groups.flatMap(({ entries }) => entries.map(({ icon }) => icon)))
  const toggle = () => {
    localStorage.setItem(key, narrow ? '0' : '1')
    setNarrow(!narrow)
  }
  const label = text(narrow ? 'menu.wide' : 'menu.narrow')
  const Fold = narrow ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  return (
    <nav className={styles.menu} data-narrow={narrow || undefined} aria-label={text('menu.label')}>
      <div className={styles.head}>
        <Link
          to="/vno"
          className={styles.brand}
          aria-label={text('app.name')}
          activeProps={{ 'aria-current': undefined }}
        >
          <Mark />
          <span>{text('app.name')}</span>
        </Link>
        <Press className={styles.fold} onClick={toggle} aria-label={label} title={label}>
          <Fold size={16} stroke={1.6} aria-hidden />
        </Press>
      </div>
      <div className={styles.groups}>
        {groups.map((group) => (
          <section key={group.label ?? 'rest'} className={styles.group}>
            {group.label !== null && <h2 className={styles.heading}>{text(group.label)}</h2>}
            <ul>
              {group.entries.map((entry) => (
                <Entry key={entry.route} entry={entry} narrow={narrow} count={counts[entry.icon] ?? null} />
              ))}
            </ul>
          </section>
        ))}
      </div>
      <div className={styles.foot} />
    </nav>
  )
}

function Entry({ entry, narrow, count }: { entry: MenuEntry; narrow: boolean; count: number | null }) {
  const name = text(entry.label)
  const waiting = count ? text('menu.open_count', { count }) : undefined
  const active = useLocation({ select: ({ pathname }) => isWithin(entry, pathname) })
  return (
    <li>
      <Link
        to={entry.route}
        activeOptions={{ exact: true, includeSearch: false }}
        className={styles.entry}
        data-within={active || undefined}
        title={narrow ? name : undefined}
        aria-description={waiting}
      >
        <MenuIcon name={entry.icon} />
        <span>{name}</span>
        {count !== null && count > 0 && (
          <small
            className={`${styles.count} text-xs ink-3 push normal`}
            data-alarm={countedEntries[entry.icon]?.alarm}
            title={waiting}
            aria-hidden
          >
            {formatNumber(count)}
          </small>
        )}
      </Link>
      {!narrow && active && entry.under && entry.under.length > 1 && <Under screens={entry.under} />}
    </li>
  )
}

function Under({ screens }: { screens: readonly MenuScreen[] }) {
  const list = useRef<HTMLUListElement>(null)
  // Scrolls an expanded group at the end of the menu into view.
  useEffect(() => void list.current?.scrollIntoView({ block: 'nearest' }), [])
  return (
    <ul ref={list} className={styles.under}>
      {screens.map(({ route, label }) => (
        <li key={route}>
          <Link
            className="lines-xs block ink-2 plain round"
            to={route}
            activeOptions={{ exact: true, includeSearch: false }}
          >
            {text(label)}
          </Link>
        </li>
      ))}
    </ul>
  )
}
