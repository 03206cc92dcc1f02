import type { RecordOf } from '@hilo/contract/index.ts'
import { IconCurrentLocation, IconDeviceMobileCheck, IconMapPin } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { callQuery, queryClient } from '../../api/query.ts'
import { useOnline } from '../../offline/use-outbox.ts'
import { usePack } from '../../offline/use-pack.ts'
import { ScanButton } from '../../ui/scan/ScanButton.tsx'
import { text } from '../../ui/text.ts'
import { useDebounced } from '../../ui/use-debounced.ts'
import { FailedCard, Rows } from './Faces.tsx'
import { Line } from './Fields.tsx'
import { boxesNear, findBoxes, joined } from './find.ts'
import { formatFar } from './order-words.ts'
import css from './phone.module.css'
import { metresBetween, whereAmI } from './position.ts'
import type { Place } from './route-order.ts'
import today from './today.module.css'

export type Box = RecordOf<'admin_vno/ctos/get'>

/** Metres around the technician in which boxes are looked for. */
export const near = 1_500
const shown = 12

/** What the device has of it at once, and what the server adds. */
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
  const kept = useMemo(() => {
    if (around !== null) return boxesNear(ctos, around, near)
    return typed.length > 1 ? findBoxes(ctos, typed) : []
  }, [ctos, around, typed])
  const told = wanted && search === typed ? (data?.records ?? []) : []
  const boxes = joined(kept, told).slice(0, shown)
  if (around !== null) boxes.sort((a, b) => metresBetween(around, a.position) - metresBetween(around, b.position))
  const asking = wanted || typed.length > 1
  return { boxes, online, asking, done: !isFetching && search === typed, error: online ? error : null, again: refetch }
}

/** Finds a box: near where one stands, or by what is printed on it; among those on the device while there is no coverage. */
export function BoxPicker({ choose }: { choose: (box: Box) => void }) {
  const [words, setWords] = useState('')
  const [here, setHere] = useState<Place | null>(null)
  const [lost, setLost] = useState(false)
  const { boxes, online, asking, done, error, again } = useBoxes(words, here)
  const kept = new Set(usePack().ctos.map(({ id }) => id))
  const locate = async () => {
    const position = await whereAmI()
    setLost(position === null)
    setWords('')
    setHere(position && { lat: position.lat, lon: position.lon })
  }
  return (
    <>
      <Line
        name="cto"
        label={text('tech.boxes.search')}
        value={words}
        code
        change={setWords}
        act={<ScanButton className={`${css.second} ${css.back}`} title={text('tech.find.scan')} read={setWords} />}
      />
      <button type="button" className={`${css.second} ${css.wide} ${today.near}`} onClick={() => void locate()}>
        <IconCurrentLocation size={24} stroke={1.8} aria-hidden />
        {text('tech.boxes.near')}
      </button>
      {lost && <p className={`${css.note} ${css.warn}`}>{text('tech.boxes.lost')}</p>}
      <div aria-live="polite">
        {error && boxes.length === 0 && <FailedCard error={error} retry={() => void again()} />}
        {asking && !done && boxes.length === 0 && <Rows count={3} />}
        {asking && done && boxes.length === 0 && !error && (
          <p className={css.note}>{text(online ? 'tech.boxes.none' : 'tech.boxes.none_kept')}</p>
        )}
      </div>
      {boxes.length > 0 && (
        <ul className={today.list}>
          {boxes.map((box) => (
            <li key={box.id}>
              <button type="button" className={today.row} onClick={() => choose(box)}>
                {kept.has(box.id) ? (
                  <IconDeviceMobileCheck size={26} stroke={1.7} aria-label={text('tech.boxes.on_device')} />
                ) : (
                  <IconMapPin size={26} stroke={1.7} aria-hidden />
                )}
                <BoxWords box={box} metres={here === null ? null : metresBetween(here, box.position)} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** A box in a row: its label, where it is, what is free in it. */
export function BoxWords({ box, metres = null }: { box: Box; metres?: number | null }) {
  const { street, number } = box.address
  return (
    <span className={today.body}>
      <span className={today.top}>
        <span className="code">{box.label}</span>
        {metres !== null && <span className={today.far}>{formatFar(metres)}</span>}
      </span>
      <span className={css.note}>
        {[street, number].filter(Boolean).join(' ')} ·{' '}
        {text('tech.boxes.free', { count: box.ports_free, total: box.ports_total })}
      </span>
    </span>
  )
}
