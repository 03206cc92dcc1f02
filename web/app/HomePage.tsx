import { lazy, Suspense } from 'react'
import { session } from '../api/session.ts'
import { HomeScreen } from '../features/home/HomeScreen.tsx'
import { LoadingPlaceholder } from '../kit/QueryState.tsx'

/** Loaded after the day's figures, so that the map does not delay them. */
const BoxesCard = lazy(() => import('../features/ctos/map/BoxesCard.tsx').then((part) => ({ default: part.BoxesCard })))

/** Home page: the day's figures, and the network map beside them. */
export function HomePage() {
  const boxes = session.can('cto_view') && (
    <Suspense fallback={<LoadingPlaceholder height={352} />}>
      <BoxesCard />
    </Suspense>
  )
  return <HomeScreen boxes={boxes} />
}
