import { Outlet } from '@tanstack/react-router'
import { IconDoorExit, IconMoon, IconSun } from '@tabler/icons-react'
import { ActionIcon } from '@mantine/core'
import { Mark } from '../../ui/Mark.tsx'
import { toggleColorScheme, useColorScheme } from '../../ui/color-scheme.ts'
import { text } from '../../ui/text.ts'
import { Providers } from './Providers.tsx'
import styles from './technician.module.css'
import { useSignOut } from './use-sign-out.ts'

/** The house around the technician's screens: one column, no menu. */
export function TechnicianShell() {
  return (
    <Providers>
      <div className={styles.shell}>
        <Head />
        <main className={styles.main} id="contenido" tabIndex={-1}>
          <Outlet />
        </main>
      </div>
    </Providers>
  )
}

function Head() {
  const signOut = useSignOut()
  const dark = useColorScheme() === 'dark'
  const label = text(dark ? 'shell.theme.light' : 'shell.theme.dark')
  const Scheme = dark ? IconSun : IconMoon
  return (
    <header className={styles.head}>
      <span className={styles.brand}>
        <Mark />
        {text('app.name')}
      </span>
      <ActionIcon aria-label={label} title={label} onClick={toggleColorScheme}>
        <Scheme size={20} stroke={1.6} aria-hidden />
      </ActionIcon>
      <ActionIcon aria-label={text('shell.sign_out')} title={text('shell.sign_out')} onClick={signOut}>
        <IconDoorExit size={20} stroke={1.6} aria-hidden />
      </ActionIcon>
    </header>
  )
}
