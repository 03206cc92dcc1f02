import IconArrowLeft from '@iconify-json/tabler/arrow-left'
import IconDownload from '@iconify-json/tabler/download'
import IconX from '@iconify-json/tabler/x'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { call } from '../../../api/call.ts'
import { problemText } from '../../../api/problem-text.ts'
import { Button, Press } from '../../../kit/Button.tsx'
import { LinkButton } from '../../../kit/LinkButton.tsx'
import { mostKept, pack } from '../../../offline/pack.ts'
import { sizeOfBoxes } from '../../../offline/pack-rules.ts'
import { usePack } from '../../../offline/use-pack.ts'
import { useOnline } from '../../../offline/use-outbox.ts'
import { formatNumber } from '../../../ui/format.ts'
import { text } from '../../../ui/text.ts'
import { BoxWords, near, type Box } from './BoxPicker.tsx'
import css from '../phone.module.css'
import { whereAmI } from '../position.ts'
import { StateSign } from '../StateSign.tsx'
import today from '../today/today.module.css'
import { useOnce } from '../use-once.ts'

/** Most boxes stored by one request. */
const most = 100

/** "1,4 MB", "86 kB" */
const sizeWords = (bytes: number) =>
  bytes < 1e6 ? `${formatNumber(Math.ceil(bytes / 1000))}\u00a0kB` : `${formatNumber(bytes / 1e6, 1)}\u00a0MB`

/** Boxes stored on the device: those of the work automatically, others until they are removed. */
export function StoredBoxesScreen() {
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
              <Press className={`${today.drop} min-h-52`} onClick={() => void pack.dropBoxes(boxes)}>
                {text('tech.kept.drop_all')}
              </Press>
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
        <li key={box.id} className={`flex middle hand-part ${today.pair}`}>
          <Link className={`${today.row} grow shrink`} to="/tecnico/cto/$id" params={{ id: String(box.id) }}>
            <BoxWords box={box} />
          </Link>
          {drop && (
            <Press
              className={`${today.remove} min-h-52`}
              aria-label={text('tech.kept.drop', { label: box.label })}
              onClick={() => void pack.dropBoxes([box.id])}
            >
              <IconX size={24} stroke={2} aria-hidden />
            </Press>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Result of the last action. */
type Said = { tone: 'good' | 'warn'; words: string } | null

/** Stores the nearby boxes and returns the result message. */
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
  const [message, setMessage] = useState<Said>(null)
  const { busy, run } = useOnce(async () => {
    setMessage(null)
    setMessage(await keepAround(room).catch((error: unknown) => ({ tone: 'warn' as const, words: problemText(error) })))
  })
  const words =
    message?.words ??
    (!online ? text('tech.kept.offline') : room <= 0 ? text('tech.kept.full', { most: mostKept }) : null)
  return (
    <div className={css.foot} data-over>
      <p className={`${css.line} ${message ? css[message.tone] : ''}`} aria-live="polite">
        {words ?? text('tech.kept.text', { most })}
      </p>
      <div className={css.row}>
        <LinkButton size="glove" shape="square" to="/tecnico/cto" aria-label={text('tech.back')}>
          <IconArrowLeft size={26} stroke={2} aria-hidden />
        </LinkButton>
        <Button kind="main" size="glove" busy={busy} onClick={() => void (online && room > 0 && run())}>
          <IconDownload size={26} stroke={2} aria-hidden />
          {text(busy ? 'tech.kept.keeping' : 'tech.kept.around')}
        </Button>
      </div>
    </div>
  )
}
