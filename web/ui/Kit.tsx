import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import './mantine.css'
import { useColorScheme } from './color-scheme.ts'
import { mantineTheme } from './mantine.ts'
import { styleNonce } from './style-nonce.ts'

/**
 * Mantine around what uses it: menus, forms and dialogs that open on demand, never a screen's first paint, so that its
 * bytes arrive when they are needed. It writes no style tags here (mantine-tokens.css has its variables), so neither the
 * security policy nor Trusted Types need an exception; the nonce serves components that write one by themselves.
 */
export function Kit({ children }: { children: ReactNode }) {
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
