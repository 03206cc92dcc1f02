import IconArrowLeft from '@iconify-json/tabler/arrow-left'
import IconChevronRight from '@iconify-json/tabler/chevron-right'
import IconDeviceMobileCheck from '@iconify-json/tabler/device-mobile-check'
import IconMapPin from '@iconify-json/tabler/map-pin'
import IconPlugConnected from '@iconify-json/tabler/plug-connected'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { Input } from '@hilo/contract/index.ts'
import type { ReactNode } from 'react'
import { callQuery, queryClient } from '../../../api/query.ts'
import { LinkButton } from '../../../kit/LinkButton.tsx'
import { useOnline } from '../../../offline/use-outbox.ts'
import { usePack } from '../../../offline/use-pack.ts'
import { text } from '../../../ui/text.ts'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { BoxWords } from '../box/BoxPicker.tsx'
import { FailedCard, Rows } from '../LoadStates.tsx'
import { Line } from '../step/Fields.tsx'
import { findBoxes, findOrders, findPorts, mergeById } from './find.ts'
import { labelOf } from '../box/box.ts'
import { OrderRow } from './OrderRow.tsx'
import { FindScan } from './FindScan.tsx'
import { findPath, useOtherReading } from './other-reading.ts'
import css from '../phone.module.css'
import today from './today.module.css'

type ListPath = 'admin_vno/ctos/get' | 'admin_vno/orders/get' | 'admin_vno/ports/get'
const shown = 8

/** Server search results; empty offline. */
function useTold<P extends ListPath>(path: P, search: string) {
  const online = useOnline()
  const query = { search, limit: shown } as Input<P>
  return useQuery({ ...callQuery(path, query), enabled: online && search.length > 2 }, queryClient)
}

function useFound(words: string) {
  const { ctos, orders, ports } = usePack()
  const search = useDebounced(words, 250)
  const answers = {
    boxes: useTold('admin_vno/ctos/get', search),
    orders: useTold('admin_vno/orders/get', search),
    ports: useTold('admin_vno/ports/get', search),
  }
  const asked = Object.values(answers)
  const enough = words.length > 1
  const same = search === words
  return {
    enough,
    boxes: mergeById(enough ? findBoxes(ctos, words) : [], same ? (answers.boxes.data?.records ?? []) : []).slice(
      0,
      shown,
    ),
    orders: mergeById(enough ? findOrders(orders, words) : [], same ? (answers.orders.data?.records ?? []) : []).slice(
      0,
      shown,
    ),
    ports: mergeById(enough ? findPorts(ports, words) : [], same ? (answers.ports.data?.records ?? []) : [])
      .filter(({ access }) => access !== null)
      .slice(0, shown),
    done: same && asked.every(({ isFetching }) => !isFetching),
    error: asked.find(({ error }) => error !== null)?.error ?? null,
    again: () => asked.forEach(({ refetch }) => void refetch()),
  }
}

/** Search by any printed code: orders and boxes, offline among those on the device. */
export function FindScreen() {
  const { q, otro } = useSearch({ strict: false })
  const words = typeof q === 'string' ? q : ''
  const navigate = useNavigate()
  const change = (next: string, unchecked: string | null = null) =>
    void navigate({ to: findPath(next, unchecked), replace: true })
  return (
    <div className={css.screen}>
      <header className={css.head}>
        <h1>{text('tech.find')}</h1>
        <p className={css.sub}>{text('tech.find.text')}</p>
      </header>
      <div className={css.middle}>
        <Found words={words.trim()} other={typeof otro === 'string' ? otro : null} change={change} />
      </div>
      <div className={css.foot} data-over>
        <Line
          name="find"
          label={text('tech.find.words')}
          value={words}
          change={(next) => change(next)}
          act={<FindScan kind="any" search={change} />}
        />
        <LinkButton size="glove" shape="wide" to="/tecnico">
          <IconArrowLeft size={24} stroke={2} aria-hidden />
          {text('tech.to_today')}
        </LinkButton>
      </div>
    </div>
  )
}

interface FoundProps {
  words: string
  other: string | null
  change: (words: string) => void
}

function Found({ words, other, change }: FoundProps) {
  const { enough, boxes, orders, ports, done, error, again } = useFound(words)
  const online = useOnline()
  const storedIds = new Set(usePack().ctos.map(({ id }) => id))
  const none = boxes.length + orders.length + ports.length === 0
  useOtherReading(other, enough && none && done && error === null, change)
  if (!enough) return null
  if (none && !done) return <Rows count={3} />
  if (none && error && online) return <FailedCard error={error} retry={again} />
  if (none) return <p className={css.note}>{text(online ? 'tech.find.none' : 'tech.find.none_kept')}</p>
  return (
    <div aria-live="polite">
      {orders.length > 0 && (
        <Group title={text('tech.find.orders')}>
          {orders.map((order) => (
            <OrderRow key={order.id} order={order} metres={null} day />
          ))}
        </Group>
      )}
      {ports.length > 0 && (
        <Group title={text('tech.find.accesses')}>
          {ports.map((port) => (
            <li key={port.id}>
              <Link className={today.row} to="/tecnico/cto/$id" params={{ id: String(port.cto_id) }}>
                <IconPlugConnected size={26} stroke={1.7} aria-hidden />
                <span className="grow shrink">
                  <span className={`${today.top} code`}>{port.access?.code}</span>
                  <span className={css.note}>
                    {labelOf(port.cto.code)}, {text('list.port', { number: port.number })}
                  </span>
                </span>
                <IconChevronRight size={24} stroke={2} aria-hidden />
              </Link>
            </li>
          ))}
        </Group>
      )}
      {boxes.length > 0 && (
        <Group title={text('tech.boxes')}>
          {boxes.map((box) => (
            <li key={box.id}>
              <Link className={today.row} to="/tecnico/cto/$id" params={{ id: String(box.id) }}>
                {storedIds.has(box.id) ? (
                  <IconDeviceMobileCheck size={26} stroke={1.7} aria-label={text('tech.boxes.on_device')} />
                ) : (
                  <IconMapPin size={26} stroke={1.7} aria-hidden />
                )}
                <BoxWords box={box} />
                <IconChevronRight size={24} stroke={2} aria-hidden />
              </Link>
            </li>
          ))}
        </Group>
      )}
    </div>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className={today.group}>{title}</h2>
      <ul className={today.list}>{children}</ul>
    </section>
  )
}
