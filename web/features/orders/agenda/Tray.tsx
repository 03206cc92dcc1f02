import type { Order } from '@hilo/contract/orders/orders.ts'
import { lazy, Suspense, useMemo, useState } from 'react'
import { Button, Press } from '../../../kit/Button.tsx'
import { boxLabel } from '../../../lists/registry/faceplate-items.ts'
import { choiceText } from '../../../lists/text.ts'
import { EmptyState } from '../../../kit/QueryState.tsx'
import { text } from '../../../ui/text.ts'
import styles from './agenda.module.css'
import { DueMark } from './DueMark.tsx'
import { fold, type Agenda } from './use-agenda.ts'
import type { Moving } from './use-moving.ts'
import { whenText } from './when-text.ts'

const AssignDialog = lazy(() => import('../AssignDialog.tsx').then((part) => ({ default: part.AssignDialog })))
const ShareDialog = lazy(() => import('./ShareDialog.tsx').then((part) => ({ default: part.ShareDialog })))
const cardLimit = 10

interface CardProps {
  order: Order
  moving: Moving
  chosen: boolean
  choosable: boolean
  onChoose: (chosen: boolean) => void
  onOpen: (id: number) => void
}

function OrderCard({ order, moving, chosen, choosable, onChoose, onOpen }: CardProps) {
  return (
    <li
      className={`flex round surface ${styles.waiting} line-strong`}
      data-held={moving.dragged?.order.id === order.id || undefined}
    >
      {choosable && (
        <input
          className="rigid"
          type="checkbox"
          aria-label={text('agenda.choose', { code: order.code })}
          checked={chosen}
          onChange={({ target }) => onChoose(target.checked)}
        />
      )}
      <Press
        className="grid grow shrink text-left lines-xs"
        data-order={order.id}
        aria-describedby="agenda-keys"
        onPointerDown={(event) => moving.onPointerDown(event, order)}
        onKeyDown={(event) => moving.onKeyDown(event, order)}
        onBlur={moving.onBlur}
        onClick={() => !moving.wasDragged() && onOpen(order.id)}
      >
        <b className="code">{order.code}</b>
        <span>
          {choiceText('order_kind', order.kind)} <i className="code">{order.cto && boxLabel(order.cto.code)}</i>
        </span>
        <small>{whenText(order)}</small>
        <DueMark order={order} />
      </Press>
    </li>
  )
}

interface TrayProps {
  agenda: Agenda
  moving: Moving
  mayAssign: boolean
  onOpen: (id: number) => void
}

/** Selected orders of the tray, and actions on them. */
function useChosen(tray: readonly Order[]) {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  const chosen = useMemo(() => tray.filter(({ id }) => ids.has(id)), [tray, ids])
  const choose = (id: number, yes: boolean) => {
    const next = new Set(ids)
    if (yes) next.add(id)
    else next.delete(id)
    setIds(next)
  }
  return { ids, chosen, choose, clear: () => setIds(new Set()) }
}

interface ToolsProps {
  chosen: number
  clear: () => void
  typed: string
  onType: (typed: string) => void
  onAssign: () => void
}

/** Search field; with a selection, its actions. */
function Tools({ chosen, clear, typed, onType, onAssign }: ToolsProps) {
  if (chosen === 0)
    return (
      <input
        className="hl-input"
        type="search"
        aria-label={text('agenda.tray.search')}
        placeholder={text('agenda.tray.search')}
        value={typed}
        onChange={({ target }) => onType(target.value)}
      />
    )
  return (
    <div className={`flex gap-10 middle ${styles.chosen}`} role="status">
      <b className="grow">{text('agenda.chosen', { count: chosen })}</b>
      <Button kind="plain" onClick={clear}>
        {text('agenda.unchoose')}
      </Button>
      <Button kind="main" size="small" onClick={onAssign}>
        {text('order.act.assign')}
      </Button>
    </div>
  )
}

const matches = ({ code, external_order_id, cto, access }: Order, words: string) =>
  fold([code, external_order_id, cto?.code, access?.code].join(' ')).includes(words)

/** Unassigned orders. Dropping an order here removes its assignment. */
export function Tray({ agenda, moving, mayAssign: allowed, onOpen }: TrayProps) {
  const { tray, waiting } = agenda
  const [typed, setTyped] = useState('')
  const [shown, setShown] = useState(cardLimit)
  const [open, setOpen] = useState<'assign' | 'share' | null>(null)
  const { ids, chosen, choose, clear } = useChosen(tray)
  const found = tray.filter((order) => matches(order, fold(typed.trim())))
  const close = () => setOpen(null)
  const done = () => {
    close()
    clear()
  }
  const card = (order: Order) => (
    <OrderCard
      key={order.id}
      order={order}
      moving={moving}
      chosen={ids.has(order.id)}
      choosable={allowed}
      onChoose={(yes) => choose(order.id, yes)}
      onOpen={onOpen}
    />
  )
  return (
    <aside className={`flex gap-8 shrink-y ${styles.tray}`} data-spot="tray" aria-label={text('agenda.tray')}>
      <header className="flex middle between min-h-26">
        <h2>
          {text('agenda.tray')}{' '}
          <span className="ink-2">{waiting.data ? Math.max(tray.length, waiting.data.total?.value ?? 0) : '–'}</span>
        </h2>
        {allowed && tray.length > 0 && (
          <Button size="small" aria-haspopup="dialog" onClick={() => setOpen('share')}>
            {text('agenda.share')}
          </Button>
        )}
      </header>
      <Tools chosen={chosen.length} clear={clear} typed={typed} onType={setTyped} onAssign={() => setOpen('assign')} />
      {tray.length === 0 && waiting.isSuccess && (
        <EmptyState title={text('agenda.tray.empty')}>{text('agenda.tray.empty.text')}</EmptyState>
      )}
      <ul className="grid gap-6">{found.slice(0, shown).map(card)}</ul>
      {found.length > shown && (
        <Button size="small" onClick={() => setShown(shown + cardLimit)}>
          {text('agenda.tray.more', { count: Math.min(cardLimit, found.length - shown) })}
        </Button>
      )}
      <Suspense>
        {open === 'assign' && <AssignDialog orders={chosen} close={close} done={done} />}
        {open === 'share' && <ShareDialog chosen={chosen} tray={tray} agenda={agenda} close={close} done={done} />}
      </Suspense>
    </aside>
  )
}
