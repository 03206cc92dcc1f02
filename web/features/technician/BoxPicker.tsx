import type { RecordOf } from '@hilo/contract/index.ts'
import { IconCurrentLocation, IconMapPin } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callQuery, queryClient } from '../../api/query.ts'
import { formatDistance } from '../../ui/format.ts'
import { text } from '../../ui/text.ts'
import { useDebounced } from '../../ui/use-debounced.ts'
import { FailedCard, Rows } from './Faces.tsx'
import { Line } from './Fields.tsx'
import css from './phone.module.css'
import { metresBetween, whereAmI } from './position.ts'
import today from './today.module.css'

export type Box = RecordOf<'admin_vno/ctos/get'>
type Here = { lat: number; lon: number }

/** Metres around the technician in which boxes are looked for. */
const near = 1_500
const shown = 12

function useBoxes(words: string, here: Here | null) {
  const search = useDebounced(words.trim(), 200)
  const query = here !== null && search === '' ? { filter: { near: { ...here, metres: near } } } : { search }
  return useQuery(
    { ...callQuery('admin_vno/ctos/get', { ...query, limit: shown }), enabled: search.length > 1 || here !== null },
    queryClient,
  )
}

/** Finds a box: near where one stands, or by what is printed on it. */
export function BoxPicker({ choose }: { choose: (box: Box) => void }) {
  const [words, setWords] = useState('')
  const [here, setHere] = useState<Here | null>(null)
  const [lost, setLost] = useState(false)
  const { data, isFetching, error, refetch } = useBoxes(words, here)
  const locate = async () => {
    const position = await whereAmI()
    setLost(position === null)
    setWords('')
    setHere(position && { lat: position.lat, lon: position.lon })
  }
  const boxes = [...(data?.records ?? [])]
  const metres = (box: Box) => (here === null ? null : metresBetween(here, box.position))
  if (here !== null && words === '') boxes.sort((a, b) => (metres(a) ?? 0) - (metres(b) ?? 0))
  return (
    <>
      <Line name="cto" label={text('tech.boxes.search')} value={words} code change={setWords} />
      <button
        type="button"
        className={`${css.second} ${css.wide}`}
        style={{ margin: '-8px 0 12px' }}
        onClick={() => void locate()}
      >
        <IconCurrentLocation size={24} stroke={1.8} aria-hidden />
        {text('tech.boxes.near')}
      </button>
      {lost && <p className={`${css.note} ${css.warn}`}>{text('tech.boxes.lost')}</p>}
      <div aria-live="polite">
        {error && <FailedCard error={error} retry={() => void refetch()} />}
        {isFetching && boxes.length === 0 && <Rows count={3} />}
        {data && boxes.length === 0 && !isFetching && <p className={css.note}>{text('tech.boxes.none')}</p>}
      </div>
      {boxes.length > 0 && (
        <ul className={today.list}>
          {boxes.map((box) => (
            <li key={box.id}>
              <button type="button" className={today.row} onClick={() => choose(box)}>
                <IconMapPin size={26} stroke={1.7} aria-hidden />
                <BoxWords box={box} metres={metres(box)} />
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
        {metres !== null && <span className={css.note}>{formatDistance(Math.round(metres))}</span>}
      </span>
      <span className={css.note}>
        {[street, number].filter(Boolean).join(' ')} ·{' '}
        {text('tech.boxes.free', { count: box.ports_free, total: box.ports_total })}
      </span>
    </span>
  )
}
