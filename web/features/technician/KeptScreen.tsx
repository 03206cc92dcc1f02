import { IconArrowLeft, IconDownload, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { call } from '../../api/call.ts'
import { problemText } from '../../api/problem-text.ts'
import { mostKept, pack } from '../../offline/pack.ts'
import { sizeOfBoxes } from '../../offline/pack-rules.ts'
import { usePack } from '../../offline/use-pack.ts'
import { useOnline } from '../../offline/use-outbox.ts'
import { formatNumber } from '../../ui/format.ts'
import { text } from '../../ui/text.ts'
import { BoxWords, near, type Box } from './BoxPicker.tsx'
import css from './phone.module.css'
import { whereAmI } from './position.ts'
import { StateSign } from './StateSign.tsx'
import today from './today.module.css'
import { useOnce } from './use-once.ts'

/** As many boxes as are taken along in one go. */
const most = 100

/** "1,4 MB", "86 kB" */
const sizeWords = (bytes: number) =>
  bytes < 1e6 ? `${formatNumber(Math.ceil(bytes / 1000))}\u00a0kB` : `${formatNumber(bytes / 1e6, 1)}\u00a0MB`

/** The boxes that the device has: those of the work by themselves, the others as long as somebody wants them. */
export function KeptScreen() {
  const known = usePack()
  const { ctos, boxes } = known
  const byHand = new Set(boxes)
  const own = ctos.filter(({ id }) => byHand.has(id))
  const work = ctos.filter(({ id }) => !byHand.has(id))
  const size = useMemo(() => sizeOfBoxes(known, known.ctos.map(({ id }) => id)), [known]) // prettier-ignore
  const missing = boxes.length - own.length
  return (
    <div className={css.screen}>
      <header className={css.head}>
        <h1>{text('tech.kept')}</h1>
        <p className={css.sub}>
          {ctos.length === 0
            ? text('tech.kept.none')
            : text('tech.kept.count', { count: ctos.length, size: sizeWords(size) })}
        </p>
      </header>
      <div className={css.middle}>
        {missing > 0 && (
          <p className={`${css.line} ${css.warn}`}>
            <StateSign level="aviso" size={20} />
            {text('tech.kept.missing', { count: missing })}
          </p>
        )}
        {own.length > 0 && (
          <>
            <h2 className={today.group}>
              {text('tech.kept.own')}
              <button type="button" className={today.drop} onClick={() => void pack.dropBoxes(boxes)}>
                {text('tech.kept.drop_all')}
              </button>
            </h2>
            <Boxes boxes={own} drop />
          </>
        )}
        {work.length > 0 && (
          <>
            <h2 className={today.group}>{text('tech.kept.work')}</h2>
            <Boxes boxes={work} />
          </>
        )}
      </div>
      <Foot room={mostKept - boxes.length} />
    </div>
  )
}

function Boxes({ boxes, drop = false }: { boxes: readonly Box[]; drop?: boolean }) {
  return (
    <ul className={today.list}>
      {boxes.map((box) => (
        <li key={box.id} className={today.pair}>
          <Link className={today.row} to="/tecnico/cto/$id" params={{ id: String(box.id) }}>
            <BoxWords box={box} />
          </Link>
          {drop && (
            <button
              type="button"
              className={today.remove}
              aria-label={text('tech.kept.drop', { label: box.label })}
              onClick={() => void pack.dropBoxes([box.id])}
            >
              <IconX size={24} stroke={2} aria-hidden />
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}

/** What became of the last press. */
type Said = { tone: 'good' | 'warn'; words: string } | null

/** Takes along the boxes around; gives the sentence about it. */
async function keepAround(room: number): Promise<Said> {
  const here = await whereAmI()
  if (here === null) return { tone: 'warn', words: text('tech.kept.lost') }
  const filter = { near: { lat: here.lat, lon: here.lon, metres: near } }
  const { records } = await call('admin_vno/ctos/get', { filter, limit: Math.min(most, room) })
  if (records.length === 0) return { tone: 'warn', words: text('tech.kept.nothing') }
  const ids = records.map(({ id }) => id)
  await pack.keepBoxes(ids)
  const size = sizeWords(sizeOfBoxes(pack.get(), ids))
  return { tone: 'good', words: text('tech.kept.done', { count: ids.length, size }) }
}

function Foot({ room }: { room: number }) {
  const online = useOnline()
  const [said, setSaid] = useState<Said>(null)
  const { busy, run } = useOnce(async () => {
    setSaid(null)
    setSaid(await keepAround(room).catch((error: unknown) => ({ tone: 'warn' as const, words: problemText(error) })))
  })
  const words =
    said?.words ?? (!online ? text('tech.kept.offline') : room <= 0 ? text('tech.kept.full', { most: mostKept }) : null)
  return (
    <div className={css.foot} data-over>
      <p className={`${css.line} ${said ? css[said.tone] : ''}`} aria-live="polite">
        {words ?? text('tech.kept.text', { most })}
      </p>
      <div className={css.row}>
        <Link className={`${css.second} ${css.back}`} to="/tecnico/cto" aria-label={text('tech.back')}>
          <IconArrowLeft size={26} stroke={2} aria-hidden />
        </Link>
        <button type="button" className={css.main} aria-busy={busy} onClick={() => void (online && room > 0 && run())}>
          <IconDownload size={26} stroke={2} aria-hidden />
          {text(busy ? 'tech.kept.keeping' : 'tech.kept.around')}
        </button>
      </div>
    </div>
  )
}
