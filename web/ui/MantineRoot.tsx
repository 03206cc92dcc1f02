import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import './mantine.css'
import { useColorScheme } from './color-scheme.ts'
import { mantineTheme } from './mantine.ts'
import { styleNonce } from './style-nonce.ts'

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
