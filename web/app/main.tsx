import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { sessionLoaded } from '../api/session.ts'
import '../kit/tokens.css'
import '../kit/base.css'
import '../kit/layout.css'
import '../kit/hand.css'
import '../kit/field.css'
import '../kit/note.css'
import '../kit/tones.css'
import '../kit/utilities.css'
import '../kit/steps.css'
import '../kit/looks.css'
import '../kit/drawing.css'
import '../kit/phone.css'
import { startColorScheme } from '../ui/color-scheme.ts'
import { startTexts } from './i18n.ts'
import { followHeading } from './page-title.ts'
import { router } from './router.tsx'
import { allowWrappedTexts } from './wrapped-texts.ts'
import { followSession, startNavigation } from './session-navigation.ts'

async function start() {
  allowWrappedTexts()
  startColorScheme()
  await Promise.all([startTexts(), sessionLoaded])
  followSession(router.history)
  if (import.meta.env.VITE_NATIVE === '1')
    await import('./native-events.ts').then(({ followNativeEvents: followDevice }) => followDevice(router.history))
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
