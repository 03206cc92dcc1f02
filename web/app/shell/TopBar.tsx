import { IconMoon, IconSearch, IconSun } from '@tabler/icons-react'
import { ActionIcon } from '@mantine/core'
import { toggleColorScheme, useColorScheme } from '../../ui/color-scheme.ts'
import { text } from '../../ui/text.ts'
import styles from './top-bar.module.css'
import { UserMenu } from './UserMenu.tsx'

export function TopBar({ search }: { search: () => void }) {
  const dark = useColorScheme() === 'dark'
  const label = text(dark ? 'shell.theme.light' : 'shell.theme.dark')
  const Scheme = dark ? IconSun : IconMoon
  return (
    <header className={styles.bar}>
      <button type="button" className={styles.search} onClick={search} aria-keyshortcuts="Control+K" aria-haspopup="dialog">
        <IconSearch size={15} stroke={1.7} aria-hidden />
        <span>{text('shell.search')}</span>
        <kbd className={styles.keys}>{text('shell.search.keys')}</kbd>
      </button>
      <div className={styles.right}>
        <ActionIcon aria-label={label} title={label} onClick={toggleColorScheme}>
          <Scheme size={18} stroke={1.6} aria-hidden />
        </ActionIcon>
        <span className={styles.rule} />
        <UserMenu />
      </div>
    </header>
  )
}
