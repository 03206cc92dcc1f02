import { IconDoorExit } from '@tabler/icons-react'
import { Outlet } from '@tanstack/react-router'
import { IconButton } from '../../ui/IconButton.tsx'
import { Mark } from '../../ui/Mark.tsx'
import { SchemeButton } from '../../ui/SchemeButton.tsx'
import { text } from '../../ui/text.ts'
import styles from './technician.module.css'
import { useSignOut } from './use-sign-out.ts'

/** The house around the technician's screens: one column, no menu. */
export function TechnicianShell() {
  const signOut = useSignOut()
  return (
    <div className={styles.shell}>
      <header className={styles.head}>
        <span className={styles.brand}>
          <Mark />
          {text('app.name')}
        </span>
        <SchemeButton />
        <IconButton label={text('shell.sign_out')} act={signOut}>
          <IconDoorExit size={20} stroke={1.6} aria-hidden />
        </IconButton>
      </header>
      <main className={styles.main} id="contenido" tabIndex={-1}>
        <Outlet />
      </main>
    </div>
  )
}
