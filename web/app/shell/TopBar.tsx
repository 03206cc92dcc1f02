import IconBell from '@iconify-json/tabler/bell'
import IconSearch from '@iconify-json/tabler/search'
import IconMoon from '@iconify-json/tabler/moon'
import IconSun from '@iconify-json/tabler/sun'
import { lazy, Suspense } from 'react'
import { Press, IconButton } from '../../kit/Button.tsx'
import { text } from '../../ui/text.ts'
import styles from './top-bar.module.css'
import { UserMenu } from './UserMenu.tsx'
import { toggleColorScheme, useColorScheme } from '../../ui/color-scheme.ts'

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

/** Toggles between light and dark. */
function SchemeButton() {
  const dark = useColorScheme() === 'dark'
  const Scheme = dark ? IconSun : IconMoon
  return (
    <IconButton label={text(dark ? 'shell.theme.light' : 'shell.theme.dark')} onClick={toggleColorScheme}>
      <Scheme size={18} stroke={1.6} aria-hidden />
    </IconButton>
  )
}
