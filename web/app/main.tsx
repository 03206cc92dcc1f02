import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { sessionLoaded } from '../api/session.ts'
import '../ui/theme.css'
import '../ui/base.css'
import { startColorScheme } from '../ui/color-scheme.ts'
import { takeStyleNonce } from '../ui/style-nonce.ts'
import { startTexts } from './i18n.ts'
import { followHeading } from './page-title.ts'
import { router } from './router.tsx'
import { followSession, startNavigation } from './session-navigation.ts'

async function start() {
  startColorScheme()
  takeStyleNonce()
  await Promise.all([startTexts(), sessionLoaded])
  followSession(router.history)
  if (import.meta.env.VITE_NATIVE === '1')
    await import('./device.ts').then(({ followDevice }) => followDevice(router.history))
  if (await startNavigation(router.history)) return
  const root = document.getElementById('root')
  if (root === null) throw new Error('the page has no #root')
  followHeading(root)
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  )
}

void start()
