import { IconSearch } from '@tabler/icons-react'
import { SchemeButton } from '../../ui/SchemeButton.tsx'
import { text } from '../../ui/text.ts'
import styles from './top-bar.module.css'
import { UserMenu } from './UserMenu.tsx'

export function TopBar({ search }: { search: () => void }) {
  return (
    <header className={styles.bar}>
      <button
        type="button"
        className={styles.search}
        onClick={search}
        aria-keyshortcuts="Control+K"
        aria-haspopup="dialog"
      >
        <IconSearch size={15} stroke={1.7} aria-hidden />
        <span>{text('shell.search')}</span>
        <kbd className={styles.keys}>{text('shell.search.keys')}</kbd>
      </button>
      <div className={styles.right}>
        <SchemeButton />
        <span className={styles.rule} />
        <UserMenu />
      </div>
    </header>
  )
}
