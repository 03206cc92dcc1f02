import { MantineProvider, type MantineColorsTuple, type MantineThemeOverride } from '@mantine/core'
import type { ReactNode } from 'react'
import './mantine.css'
import { useColorScheme } from './color-scheme.ts'
import { styleNonce } from './style-nonce.ts'

/**
 * One green on purpose: colours come from mantine-tokens.css; the tuple only registers the colour's name with Mantine.
 */
const hilo: MantineColorsTuple = [
  '#e2f3ea',
  '#c9e9d9',
  '#9fd9bf',
  '#6fc7a2',
  '#46cc98',
  '#3bc08d',
  '#12a874',
  '#12946a',
  '#08764f',
  '#055f3a',
]

const mantineTheme: MantineThemeOverride = {
  primaryColor: 'hilo',
  primaryShade: { light: 8, dark: 5 },
  colors: { hilo },
  fontFamily: 'var(--font)',
  cursorType: 'pointer',
  defaultRadius: 'sm',
  respectReducedMotion: true,
}

/**
 * Mantine's provider around its calendar, which opens on demand: never part of a screen's first paint, so its code is
 * loaded lazily. It injects no style tags (mantine-tokens.css has its variables), so neither the content security
 * policy nor Trusted Types need an exception; the nonce is for components that inject a style tag themselves.
 */
export function MantineRoot({ children }: { children: ReactNode }) {
  const scheme = useColorScheme()
  return (
    <MantineProvider
      theme={mantineTheme}
      forceColorScheme={scheme}
      withCssVariables={false}
      withGlobalClasses={false}
      getStyleNonce={() => styleNonce() ?? ''}
    >
      {children}
    </MantineProvider>
  )
}
