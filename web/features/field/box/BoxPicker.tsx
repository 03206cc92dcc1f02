import type { RecordOf } from '@hilo/contract/index.ts'
import IconCurrentLocation from '@iconify-json/tabler/current-location'
import IconDeviceMobileCheck from '@iconify-json/tabler/device-mobile-check'
import IconMapPin from '@iconify-json/tabler/map-pin'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { callQuery, queryClient } from '../../../api/query.ts'
import { Button, Press } from '../../../kit/Button.tsx'
import { useOnline } from '../../../offline/use-outbox.ts'
import { usePack } from '../../../offline/use-pack.ts'
import { zoneAround } from '../../../ui/map/geo.ts'
import { MapView } from '../../../ui/map/MapView.tsx'
import { boxPoint } from '../../../ui/map/markers.ts'
import { text } from '../../../ui/text.ts'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { FailedCard, Rows } from '../LoadStates.tsx'
import { Line } from '../step/Fields.tsx'
import { boxesNear, findBoxes, mergeById } from '../today/find.ts'
import { formatFar } from '../today/order-words.ts'
import css from '../phone.module.css'
import picker from './box-picker.module.css'
import { metresBetween, whereAmI } from '../position.ts'
import { FindScan } from '../today/FindScan.tsx'
import { useOtherReading } from '../today/other-reading.ts'
import type { Place } from '../today/route-order.ts'
import today from '../today/today.module.css'

export type Box = RecordOf<'admin_vno/ctos/get'>

/** Search radius around the technician, m. */
export const near = 1_500
const shown = 12
/** Boxes that the map around the technician shows at once; the others are a move away. */
const nearest = 5

/** Boxes stored on the device at once, merged with those found by the server. */
function useBoxes(words: string, here: Place | null) {
  const online = useOnline()
  const { ctos } = usePack()
  const typed = words.trim()
  const search = useDebounced(typed, 200)
  const around = typed === '' ? here : null
  const query = around !== null ? { filter: { near: { lat: around.lat, lon: around.lon, metres: near } } } : { search }
  const wanted = around !== null || search.length > 1
  const { data, isFetching, error, refetch } = useQuery(
    { ...callQuery('admin_vno/ctos/get', { ...query, limit: shown }), enabled: online && wanted },
    queryClient,
  )
  const stored = useMemo(() => {
    if (around !== null) return boxesNear(ctos, around, near)
    return typed.length > 1 ? findBoxes(ctos, typed) : []
  }, [ctos, around, typed])
  const results = wanted && search === typed ? (data?.records ?? []) : []
  const boxes = mergeById(stored, results).slice(0, shown)
  if (around !== null) boxes.sort((a, b) => metresBetween(around, a.position) - metresBetween(around, b.position))
  const asking = wanted || typed.length > 1
  return { boxes, online, asking, done: !isFetching && search === typed, error: online ? error : null, again: refetch }
}

/** Scrolls its element to the top of the screen once `ready`, and again for each further answer. */
function useInView(ready: boolean, answer: number) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (ready) place.current?.scrollIntoView({ block: 'start' })
  }, [ready, answer])
  return place
}

/** Box search by distance or by printed label; offline among the boxes stored on the device. */
export function BoxPicker({ choose }: { choose: (box: Box) => void }) {
  const [words, setWords] = useState('')
  const [other, setOther] = useState<string | null>(null)
  const search = (next: string, unchecked: string | null = null) => {
    setWords(next)
    setOther(unchecked)
  }
  const [here, setHere] = useState<Place | null>(null)
  const [lost, setLost] = useState(false)
  const { boxes, online, asking, done, error, again } = useBoxes(words, here)
  const locate = async () => {
    const position = await whereAmI()
    setLost(position === null)
    search('')
    setHere(position && { lat: position.lat, lon: position.lon })
    setAnswered((before) => before + 1)
  }
  const nothing = asking && done && boxes.length === 0 && !error
  useOtherReading(other, nothing, search)
  const [answered, setAnswered] = useState(0)
  const place = useInView(answered > 0 && (lost || (words === '' && (done || boxes.length > 0))), answered)
  // The answers to typed words may be below the buttons: show the search and them from the top.
  const found = useInView(words.trim() !== '' && done && boxes.length > 0, Number(boxes[0]?.id))
  const around = done && words.trim() === '' && boxes.length > 0 ? here : null
  return (
    <>
      <div ref={found}>
        <Line
          name="cto"
          label={text('tech.boxes.search')}
          value={words}
          code
          change={(next) => search(next)}
          act={<FindScan kind="label" search={search} />}
        />
      </div>
      <div ref={place}>
        <Button size="glove" shape="wide" className={today.near} onClick={() => void locate()}>
          <IconCurrentLocation size={24} stroke={1.8} aria-hidden />
          {text('tech.boxes.near')}
        </Button>
      </div>
      {lost && <p className={`${css.note} ${css.warn}`}>{text('tech.boxes.lost')}</p>}
      <div aria-live="polite">
        {error && boxes.length === 0 && <FailedCard error={error} retry={() => void again()} />}
        {asking && !done && boxes.length === 0 && <Rows count={3} />}
        {nothing && <p className={css.note}>{text(online ? 'tech.boxes.none' : 'tech.boxes.none_kept')}</p>}
      </div>
      {around && <Around boxes={boxes} here={around} choose={choose} />}
      {boxes.length > 0 && <Boxes boxes={boxes} here={here} choose={choose} />}
    </>
  )
}

function Boxes({ boxes, here, choose }: { boxes: readonly Box[]; here: Place | null; choose: (box: Box) => void }) {
  const storedIds = new Set(usePack().ctos.map(({ id }) => id))
  return (
    <ul className={today.list}>
      {boxes.map((box) => (
        <li key={box.id}>
          <Press className={today.row} onClick={() => choose(box)}>
            {storedIds.has(box.id) ? (
              <IconDeviceMobileCheck size={26} stroke={1.7} aria-label={text('tech.boxes.on_device')} />
            ) : (
              <IconMapPin size={26} stroke={1.7} aria-hidden />
            )}
            <BoxWords box={box} metres={here === null ? null : metresBetween(here, box.position)} />
          </Press>
        </li>
      ))}
    </ul>
  )
}

/** The listed boxes on a map around the technician. Without the map engine on the device, only the list shows. */
function Around({ boxes, here, choose }: { boxes: readonly Box[]; here: Place; choose: (box: Box) => void }) {
  const { lat, lon } = here
  const spot = useMemo(() => ({ kind: 'here' as const, lat, lon }), [lat, lon])
  const points = useMemo(() => boxes.map((box) => boxPoint(box, box.position)), [boxes])
  const zone = useMemo(() => zoneAround({ lat, lon }, points.slice(0, nearest)), [lat, lon, points])
  return (
    <div className={picker.map}>
      <MapView
        still
        label={text('tech.boxes.map', { count: boxes.length })}
        start={zone}
        points={points}
        spot={spot}
        onBox={(id) => {
          const box = boxes.find((one) => one.id === id)
          if (box) choose(box)
        }}
      />
    </div>
  )
}

/** Box in a list: label, place and free ports. */
export function BoxWords({ box, metres = null }: { box: Box; metres?: number | null }) {
  const { street, number } = box.address
  return (
    <span className="grow shrink">
      <span className={today.top}>
        <span className="code">{box.label}</span>
        {metres !== null && <span className="hand-m ink-note nowrap normal">{formatFar(metres)}</span>}
      </span>
      <span className={css.note}>
        {[street, number].filter(Boolean).join(' ')} ·{' '}
        {text('tech.boxes.free', { count: box.ports_free, total: box.ports_total })}
      </span>
    </span>
  )
}
