import { lazy, Suspense } from 'react'
import { session } from '../api/session.ts'
import { HomeScreen } from '../features/home/HomeScreen.tsx'
import { Waiting } from '../ui/Asked.tsx'

/** Comes after the figures of the day: whoever waits for those does not wait for a map. */
const BoxesCard = lazy(() => import('../features/ctos/map/BoxesCard.tsx').then((part) => ({ default: part.BoxesCard })))

/** The day at a glance, and the network beside it. */
export function HomePage() {
  const boxes = session.can('cto_view') && (
    <Suspense fallback={<Waiting height={352} />}>
      <BoxesCard />
    </Suspense>
  )
  return <HomeScreen boxes={boxes} />
}
