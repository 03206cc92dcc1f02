import { Link, useRouter, useRouterState } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { problemText } from '../../../api/problem-text.ts'
import { Button } from '../../../kit/Button.tsx'
import { LinkButton } from '../../../kit/LinkButton.tsx'
import { FilterBar } from '../../../lists/filters/FilterBar.tsx'
import '../../../lists/lists.css'
// On phones the open box is a sheet, as in the lists.
import '../../../lists/cards/cards.css'
import { ListPanel } from '../../../lists/panel/ListPanel.tsx'
import { useListState, type ChangeState } from '../../../lists/state/use-list-state.ts'
import { formatNumber } from '../../../ui/format.ts'
import { askedZone, cameraText, readCamera, type Camera, type Zone } from '../../../ui/map/geo.ts'
import { MapView, MapWaiting, type MapHandle } from '../../../ui/map/MapView.tsx'
import type { BoxPoint } from '../../../ui/map/markers.ts'
import { markerText } from '../../../ui/map/words.ts'
import { text } from '../../../ui/text.ts'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { ctosList } from '../ctos.list.ts'
import styles from './boxes.module.css'
import { MapLegend } from './MapLegend.tsx'
import { askedBoxes, useBoxes } from './use-boxes.ts'

/** Camera, stored in the URL when it rests: a link shows the same view. */
function useCamera(): [camera: Camera | null, look: (camera: Camera) => void] {
  const router = useRouter()
  const address = useRouterState({ select: ({ location }) => location.searchStr })
  const [camera, setCamera] = useState(() => readCamera(new URLSearchParams(address).get('lugar')))
  const resting = useDebounced(camera, 400)
  useEffect(() => {
    if (!resting) return
    const params = new URLSearchParams(router.state.location.searchStr)
    if (params.get('lugar') === cameraText(resting)) return
    params.set('lugar', cameraText(resting))
    const query = params.toString().replace(/%2C/g, ',').replace(/%7E/g, '~')
    router.history.replace(`${router.state.location.pathname}?${query}`)
  }, [resting, router])
  return [camera, setCamera]
}

interface Shown {
  asked: ReturnType<typeof askedBoxes>
  open: number | null
  change: ChangeState
}

function Ground({ asked, open, change }: Shown) {
  const map = useRef<MapHandle>(null)
  const [camera, look] = useCamera()
  const [visibleZone, setVisibleZone] = useState<Zone | null>(null)
  const zone = useMemo(() => (visibleZone ? askedZone(visibleZone) : null), [visibleZone])
  const whole = useBoxes(asked, null)
  const { answer, points } = useBoxes(asked, zone)
  const extent = whole.answer.isPlaceholderData ? null : (whole.answer.data?.extent ?? null)
  // After a filter change, move to the results if none is in view.
  const question = JSON.stringify(asked)
  const fitted = useRef(question)
  useEffect(() => {
    if (!extent || fitted.current === question) return
    fitted.current = question
    map.current?.fit(extent)
  }, [extent, question])
  const onBox = useCallback((id: number) => change({ open: id }), [change])
  const [start, setStart] = useState<Camera | Zone | null>(camera)
  if (start === null && extent) setStart(extent)
  return (
    <>
      {!start && !answer.isError && whole.answer.data?.total !== 0 && <MapWaiting />}
      {start && (
        <MapView
          ref={map}
          label={text('map.label')}
          start={start}
          points={points}
          open={open}
          fitAll={() => extent && map.current?.fit(extent)}
          onSeen={({ camera: now, zone: shown }) => {
            look(now)
            setVisibleZone(shown)
          }}
          onBox={onBox}
          instead={<BoxesInWords points={whole.points} />}
        />
      )}
      {whole.answer.data?.total === 0 && (
        <div className={styles.said} role="status">
          <h2>{text('map.none.title')}</h2>
          <p>{text('map.none.text')}</p>
        </div>
      )}
      {answer.isError && (
        <div className={styles.said} role="alert">
          <p>{problemText(answer.error)}</p>
          <Button onClick={() => void answer.refetch()}>{text('list.retry')}</Button>
        </div>
      )}
      {answer.isFetching && <div className={styles.waiting} aria-busy="true" />}
    </>
  )
}

/** Boxes listed where no map can be drawn; the list screen has all of them. */
const most = 100

function BoxesInWords({ points }: { points: readonly BoxPoint[] }) {
  return (
    <ul className={styles.words}>
      {points.slice(0, most).flatMap((point) =>
        point.id === null
          ? []
          : [
              <li key={point.id}>
                <Link to="/vno/ctos/$id" params={{ id: String(point.id) }}>
                  {markerText(point)}
                </Link>
              </li>,
            ],
      )}
    </ul>
  )
}

/** Map of the boxes, with the filters of their list. */
export function MapScreen() {
  const [state, change] = useListState(ctosList, ctosList.views, undefined)
  const asked = useMemo(() => askedBoxes({ filter: state.filter, search: state.search }), [state.filter, state.search])
  const total = useBoxes(asked, null).answer.data?.total
  const close = useCallback(() => change({ open: null }), [change])
  const address = useRouterState({ select: ({ location }) => location.searchStr })
  return (
    <div className="hl-screen flex shrink-y surface tall">
      <section className="hl-main" aria-label={text('map.title')}>
        <header className="hl-top flex middle gap-8">
          <h1 className="shrink">
            {text('map.title')}
            {total !== undefined && <span className="hl-total text-m ink-2 normal">{formatNumber(total)}</span>}
          </h1>
          <LinkButton className={styles.asList} to="/vno/ctos" search={withoutPlace(address)}>
            {text('map.asList')}
          </LinkButton>
        </header>
        <div className={styles.tools}>
          <FilterBar list={ctosList} state={state} change={change} />
          <MapLegend />
        </div>
        <div className={styles.ground}>
          <Ground asked={asked} open={state.open} change={change} />
        </div>
      </section>
      {state.open !== null && (
        <ListPanel key={state.open} list={ctosList} id={state.open} known={undefined} onClose={close} onNewer={noop} />
      )}
    </div>
  )
}

const noop = () => undefined
/** URL parameters without the camera, for the list. */
function withoutPlace(search: string): Record<string, string> {
  const { lugar: _lugar, ...rest } = Object.fromEntries(new URLSearchParams(search))
  return rest
}
