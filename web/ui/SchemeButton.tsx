import { IconMoon, IconSun } from '@tabler/icons-react'
import { toggleColorScheme, useColorScheme } from './color-scheme.ts'
import { IconButton } from '../kit/Button.tsx'
import { text } from './text.ts'

/** Toggles between light and dark. */
export function SchemeButton() {
  const dark = useColorScheme() === 'dark'
  const Scheme = dark ? IconSun : IconMoon
  return (
    <IconButton label={text(dark ? 'shell.theme.light' : 'shell.theme.dark')} onClick={toggleColorScheme}>
      <Scheme size={18} stroke={1.6} aria-hidden />
    </IconButton>
  )
}
