import { IconBell, IconSearch } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { Press } from '../../kit/Button.tsx'
import { SchemeButton } from '../../ui/SchemeButton.tsx'
import { text } from '../../ui/text.ts'
import styles from './top-bar.module.css'
import { UserMenu } from './UserMenu.tsx'

const Bell = lazy(async () => ({ default: (await import('./Bell.tsx')).Bell }))

export function TopBar({ search }: { search: () => void }) {
  return (
    <header className={styles.bar}>
      <Press className={styles.search} onClick={search} aria-keyshortcuts="Control+K" aria-haspopup="dialog">
        <IconSearch size={15} stroke={1.7} aria-hidden />
        <span className="truncate grow">{text('shell.search')}</span>
        <kbd className={styles.keys}>{text('shell.search.keys')}</kbd>
      </Press>
      <div className="flex middle gap-8 rigid">
        <SchemeButton />
        <Suspense fallback={<IconBell className={`${styles.bell} ink-2`} size={18} stroke={1.6} aria-hidden />}>
          <Bell />
        </Suspense>
        <span className={`${styles.rule} ground-line`} />
        <UserMenu />
      </div>
    </header>
  )
}
