import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { queryClient } from '../../api/query.ts'
import type { ReactNode } from 'react'
import '../../ui/mantine.css'
import { useColorScheme } from '../../ui/color-scheme.ts'
import { mantineTheme } from '../../ui/mantine.ts'
import { styleNonce } from '../style-nonce.ts'

/**
 * What the signed-in areas stand on. Mantine writes no style tags here (mantine-tokens.css has its variables), so neither
 * the security policy nor Trusted Types need an exception; the nonce serves components that write one by themselves.
 */
export function Providers({ children }: { children: ReactNode }) {
  const scheme = useColorScheme()
  return (
    <QueryClientProvider client={queryClient}>
      <MantineProvider
        theme={mantineTheme}
        forceColorScheme={scheme}
        withCssVariables={false}
        withGlobalClasses={false}
        getStyleNonce={() => styleNonce() ?? ''}
      >
        {children}
      </MantineProvider>
    </QueryClientProvider>
  )
}
