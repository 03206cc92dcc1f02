import type { Order } from '@hilo/contract/orders.ts'
import { useId, useMemo, useState } from 'react'
import { call } from '../../../api/call.ts'
import { problemText } from '../../../api/problem-text.ts'
import { queryClient } from '../../../api/query.ts'
import { boxLabel } from '../../../lists/registry/faceplate-items.ts'
import form from '../../../ui/form/form.module.css'
import { ConflictMark } from '../Warnings.tsx'
import { text } from '../../../ui/text.ts'
import { toast } from '../../../ui/toasts.tsx'
import { useDialog } from '../../../ui/use-dialog.ts'
import { visitOf } from '../conflicts.ts'
import { byTechnician, shareOut } from '../share.ts'
import { dayOfOrder, usePlanned } from '../use-planned.ts'
import styles from './agenda.module.css'
import { whenText } from './Tray.tsx'
import type { Agenda } from './use-agenda.ts'

interface ShareDialogProps {
  orders: readonly Order[]
  agenda: Agenda
  close: () => void
  done: () => void
}

/** All visits of the days on which the orders are, beside which they have to fit. */
function usePlannedBeside(orders: readonly Order[], agenda: Agenda) {
  const days = orders.flatMap((order) => dayOfOrder(order) ?? []).toSorted()
  return usePlanned(days[0] ?? agenda.today, days.at(-1) ?? agenda.today, agenda.operator)
}

/** Gives each technician his orders; what was given before something failed stays given. */
async function give(groups: ReadonlyMap<number, readonly { id: number }[]>): Promise<void> {
  try {
    for (const [technical_id, visits] of groups) {
      const order_ids = visits.map(({ id }) => id)
      await call('admin_vno/orders/assign', { technical_id, order_ids })
    }
  } finally {
    void queryClient.invalidateQueries({ queryKey: ['admin_vno/orders/get'] })
  }
}

type Shares = ReturnType<typeof shareOut<ReturnType<typeof visitOf> & { order: Order }>>

/** Who would go where, what of it is left out, and its acceptance. */
function useProposal({ orders, agenda, done }: Omit<ShareDialogProps, 'close'>) {
  const planned = usePlannedBeside(orders, agenda)
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const shares = useMemo<Shares>(() => {
    if (!planned.data) return []
    return shareOut(
      orders.map((order) => ({ ...visitOf(order), order })),
      agenda.lanes.map(({ technician }) => technician),
      planned.data.map(visitOf),
    )
  }, [orders, agenda.lanes, planned.data])
  const given = shares.filter(({ visit, technician }) => technician && !left.has(visit.id))
  const accept = async () => {
    if (sending || given.length === 0) return
    setSending(true)
    try {
      await give(byTechnician(given))
      toast.success(text('order.assign.done', { count: given.length }))
      done()
    } catch (error) {
      setProblem(problemText(error))
      setSending(false)
    }
  }
  const take = (id: number, yes: boolean) => {
    const next = new Set(left)
    if (yes) next.delete(id)
    else next.add(id)
    setLeft(next)
  }
  return { shares, left, take, given, accept, sending, problem, waiting: planned.isPending }
}

function Line({ share, taken, take }: { share: Shares[number]; taken: boolean; take: (yes: boolean) => void }) {
  const { visit, technician } = share
  return (
    <li>
      <label>
        <input
          type="checkbox"
          disabled={!technician}
          checked={technician !== null && taken}
          onChange={({ target }) => take(target.checked)}
        />
        <span>
          <b className="code">{visit.code}</b> <i className="code">{visit.cto && boxLabel(visit.cto.code)}</i>
          <small>{whenText(visit.order)}</small>
        </span>
      </label>
      {technician ? (
        <span>{technician.name}</span>
      ) : (
        <span className="hl-warning">
          <ConflictMark /> {text('agenda.share.nobody')}
        </span>
      )}
    </li>
  )
}

/** A proposal of who goes where, without any conflict, to be accepted as a whole or without some of it. */
export function ShareDialog(props: ShareDialogProps) {
  const { close } = props
  const dialog = useDialog(close)
  const id = useId()
  const { shares, left, take, given, accept, sending, problem, waiting } = useProposal(props)
  return (
    <dialog ref={dialog} className={form.dialog} data-wide aria-labelledby={`${id}title`}>
      <h2 id={`${id}title`}>{text('agenda.share.title')}</h2>
      <p className={form.sentence}>{text('agenda.share.sentence')}</p>
      <ul className={styles.shares} aria-busy={waiting}>
        {shares.map((share) => (
          <Line
            key={share.visit.id}
            share={share}
            taken={!left.has(share.visit.id)}
            take={(yes) => take(share.visit.id, yes)}
          />
        ))}
      </ul>
      {problem !== null && (
        <p className={form.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={form.acts}>
        <button type="button" className="button" onClick={close}>
          {text('app.cancel')}
        </button>
        <button
          type="button"
          className="button"
          data-main
          aria-busy={sending}
          aria-disabled={given.length === 0}
          onClick={() => void accept()}
        >
          {text('agenda.share.yes', { count: given.length })}
        </button>
      </div>
    </dialog>
  )
}
