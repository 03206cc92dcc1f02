import { Link, useRouter, useRouterState } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { problemText } from '../../../api/problem-text.ts'
import { FilterBar } from '../../../lists/filters/FilterBar.tsx'
import '../../../lists/lists.css'
// The open box is a sheet on a phone, as in the lists.
import '../../../lists/cards/cards.css'
import { ListPanel } from '../../../lists/panel/ListPanel.tsx'
import { useListState, type ChangeState } from '../../../lists/state/use-list-state.ts'
import { formatDistance, formatNumber } from '../../../ui/format.ts'
import { text } from '../../../ui/text.ts'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { ctosList } from '../ctos.list.ts'
import { askedZone, cameraText, fit, readCamera, scaleBar, zoomed, type Camera, type Size } from './geo.ts'
import { MapCanvas } from './MapCanvas.tsx'
import { MapLegend } from './MapLegend.tsx'
import styles from './map.module.css'
import { askedBoxes, useBoxes } from './use-boxes.ts'
import { useSize } from './use-view.ts'

/** Where one looks, kept in the address once it rests: a link shows the same streets. */
function useCamera(): [Camera | null, (by: (camera: Camera) => Camera) => void, (camera: Camera) => void] {
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
  const change = useCallback((by: (camera: Camera) => Camera) => setCamera((now) => (now === null ? now : by(now))), [])
  return [camera, change, setCamera]
}

interface Shown {
  asked: ReturnType<typeof askedBoxes>
  size: Size
  open: number | null
  change: ChangeState
}

function ZoomButtons({
  size,
  change,
  fitAll,
}: {
  size: Size
  change: (by: (camera: Camera) => Camera) => void
  fitAll: () => void
}) {
  const middle = { x: size.width / 2, y: size.height / 2 }
  return (
    <div className={styles.zoom} role="group" aria-label={text('map.zoom')}>
      <button
        type="button"
        aria-label={text('map.nearer')}
        onClick={() => change((now) => zoomed(now, 1, middle, size))}
      >
        +
      </button>
      <button
        type="button"
        aria-label={text('map.farther')}
        onClick={() => change((now) => zoomed(now, -1, middle, size))}
      >
        −
      </button>
      <button type="button" aria-label={text('map.all')} title={text('map.all')} onClick={fitAll}>
        <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
          <path d="M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5" />
        </svg>
      </button>
    </div>
  )
}

function Ground({ asked, size, open, change }: Shown) {
  const [camera, move, setCamera] = useCamera()
  const zone = useMemo(() => (camera ? askedZone(camera, size) : null), [camera, size])
  const whole = useBoxes(asked, null)
  const near = useBoxes(asked, zone)
  const extent = whole.answer.isPlaceholderData ? null : (whole.answer.data?.extent ?? null)
  useEffect(() => {
    if (camera === null && extent) setCamera(fit(extent, size))
  }, [camera, extent, size, setCamera])
  // Another question is another network: if nothing of it is in sight, one is taken there.
  const question = JSON.stringify(asked)
  const fitted = useRef(question)
  useEffect(() => {
    if (!extent || fitted.current === question) return
    fitted.current = question
    setCamera(fit(extent, size))
  }, [extent, question, size, setCamera])
  const fitAll = () => extent && setCamera(fit(extent, size))
  const onBox = useCallback((id: number) => change({ open: id }), [change])
  const { answer } = near
  const bar = camera && scaleBar(camera)
  const none = whole.answer.data?.total === 0
  return (
    <>
      {camera && (
        <MapCanvas
          index={near.index}
          camera={camera}
          size={size}
          open={open}
          change={move}
          fitAll={fitAll}
          onBox={onBox}
        />
      )}
      {camera && <ZoomButtons size={size} change={move} fitAll={fitAll} />}
      {bar && (
        <p className={styles.scale} style={{ width: bar.px }}>
          {bar.metres < 1000 ? formatDistance(bar.metres) : `${formatNumber(bar.metres / 1000)}\u00a0km`}
        </p>
      )}
      {none && (
        <div className={styles.said} role="status">
          <h2>{text('map.none.title')}</h2>
          <p>{text('map.none.text')}</p>
        </div>
      )}
      {answer.isError && (
        <div className={styles.said} role="alert">
          <p>{problemText(answer.error)}</p>
          <button type="button" className="hl-button" onClick={() => void answer.refetch()}>
            {text('list.retry')}
          </button>
        </div>
      )}
      {answer.isFetching && <div className={styles.waiting} aria-busy="true" />}
    </>
  )
}

/** The boxes of the network where they hang, with the filters of their list. */
export function MapScreen() {
  const [state, change] = useListState(ctosList, ctosList.views, undefined)
  const asked = useMemo(() => askedBoxes({ filter: state.filter, search: state.search }), [state.filter, state.search])
  const total = useBoxes(asked, null).answer.data?.total
  const ground = useRef<HTMLDivElement>(null)
  const size = useSize(ground)
  const close = useCallback(() => change({ open: null }), [change])
  const address = useRouterState({ select: ({ location }) => location.searchStr })
  return (
    <div className="hl-screen">
      <section className="hl-main" aria-label={text('map.title')}>
        <header className="hl-top">
          <h1>
            {text('map.title')}
            {total !== undefined && <span className="hl-total">{formatNumber(total)}</span>}
          </h1>
          <Link className={`hl-button ${styles.asList}`} to="/vno/ctos" search={withoutPlace(address)}>
            {text('map.asList')}
          </Link>
        </header>
        <div className={styles.tools}>
          <FilterBar list={ctosList} state={state} change={change} />
          <MapLegend />
        </div>
        <div ref={ground} className={styles.ground}>
          {size && <Ground asked={asked} size={size} open={state.open} change={change} />}
        </div>
      </section>
      {state.open !== null && (
        <ListPanel key={state.open} list={ctosList} id={state.open} known={undefined} onClose={close} onNewer={noop} />
      )}
    </div>
  )
}

const noop = () => undefined
/** The list looks nowhere. */
function withoutPlace(search: string): Record<string, string> {
  const { lugar: _lugar, ...rest } = Object.fromEntries(new URLSearchParams(search))
  return rest
}
