import IconDots from '@iconify-json/tabler/dots'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { Press } from '../../kit/Button.tsx'
import { text } from '../../ui/text.ts'
import { useLazyPart } from '../../ui/use-lazy-part.ts'
import type { MenuGroup } from '../menu.ts'
import { phoneEntries } from '../menu.ts'
import styles from './bottom-bar.module.css'
import { MenuIcon } from './Icons.tsx'

const load = () => import('./MoreSheet.tsx')
const UnreadDot = lazy(async () => ({ default: (await import('./UnreadDot.tsx')).UnreadDot }))

/** The phone's bottom bar: four screens and "Más". */
export function BottomBar({ groups, search }: { groups: readonly MenuGroup[]; search: () => void }) {
  const [more, setMore] = useState(false)
  const [part, want, near] = useLazyPart(load)
  return (
    <nav className={`${styles.bar} phone-grid`} aria-label={text('menu.phone')}>
      {phoneEntries(groups).map(({ route, phone, label, icon }) => (
        <Link
          key={route}
          to={route}
          activeOptions={{ exact: route === '/vno', includeSearch: false }}
          className={`${styles.item} phone-grid`}
        >
          <MenuIcon name={icon} size={24} />
          {text(phone ?? label)}
        </Link>
      ))}
      <Press
        className={`${styles.item} phone-grid`}
        aria-haspopup="dialog"
        onPointerDown={near}
        onClick={() => {
          setMore(true)
          want()
        }}
      >
        <IconDots size={24} stroke={1.8} aria-hidden />
        <Suspense>
          <UnreadDot />
        </Suspense>
        {text('menu.more')}
      </Press>
      {more && part !== null && <part.MoreSheet groups={groups} search={search} close={() => setMore(false)} />}
    </nav>
  )
}
