import type { Order } from '@hilo/contract/orders/orders.ts'
import { useMemo, useState } from 'react'
import { call } from '../../../api/call.ts'
import { problemText } from '../../../api/problem-text.ts'
import { queryClient, useCall } from '../../../api/query.ts'
import { Button } from '../../../kit/Button.tsx'
import { boxLabel } from '../../../lists/registry/faceplate-items.ts'
import form from '../../../ui/form/form.module.css'
import { choiceText } from '../../../lists/text.ts'
import { ConflictMark } from '../Warnings.tsx'
import { text } from '../../../ui/text.ts'
import { Dialog, DialogActs } from '../../../kit/Dialog.tsx'
import { standingDay } from '../clock.ts'
import { visitOf } from '../conflicts.ts'
import { homeText } from '../order-facts.ts'
import { byTechnician, shareOut, type Boxes } from '../share.ts'
import { dayOfOrder, usePlanned } from '../use-planned.ts'
import styles from './agenda.module.css'
import { DueMark } from './DueMark.tsx'
import type { Agenda } from './use-agenda.ts'
import { whenText } from './when-text.ts'

interface ShareDialogProps {
  /** Orders that the user selected; without any, the whole tray is proposed. */
  chosen: readonly Order[]
  /** All orders that wait, of any day. */
  tray: readonly Order[]
  agenda: Agenda
  close: () => void
  done: () => void
}

/** All visits on the days of the orders, for the conflicts. */
function usePlannedBeside(orders: readonly Order[], agenda: Agenda) {
  const days = orders.map((order) => standingDay(order)).toSorted()
  return usePlanned(days[0] ?? agenda.today, days.at(-1) ?? agenda.today, agenda.operator)
}

/** The boxes of the orders, for the skills that they take; null while they load. */
function useBoxesOf(orders: readonly Order[]): Boxes | null {
  const id = [...new Set(orders.flatMap(({ cto }) => (cto === null ? [] : [cto.id])))]
  const { data, isError } = useCall('admin_vno/ctos/get', { filter: { id }, limit: 200 }, { enabled: id.length > 0 })
  return useMemo(() => {
    if (id.length > 0 && !data && !isError) return null
    return new Map(data?.records.map((box) => [box.id, box]))
  }, [id.length, data, isError])
}

/** Assigns the orders by technician; assignments before a failure stay. `assigned` gets the orders of each. */
async function give(
  groups: ReadonlyMap<number, readonly { id: number }[]>,
  assigned: (orders: readonly Order[]) => void,
): Promise<void> {
  try {
    for (const [technical_id, visits] of groups) {
      const order_ids = visits.map(({ id }) => id)
      assigned((await call('admin_vno/orders/assign', { technical_id, order_ids })).records)
    }
  } finally {
    void queryClient.invalidateQueries({ queryKey: ['admin_vno/orders/get'] })
  }
}

type Shares = ReturnType<typeof shareOut<ReturnType<typeof visitOf> & { order: Order }>>

/** Orders agreed for a day that is not on the screen: they start without a mark, below the others. */
const ofOtherDays = (orders: readonly Order[], { days }: Agenda): number[] =>
  orders.flatMap((order) => {
    const day = dayOfOrder(order)
    return day === null || days.includes(day) ? [] : [order.id]
  })

/** State of the proposal: assignments, exclusions, and acceptance. */
function useProposal({ chosen, tray, agenda, done }: Omit<ShareDialogProps, 'close'>) {
  const orders = chosen.length > 0 ? chosen : tray
  const planned = usePlannedBeside(orders, agenda)
  const boxes = useBoxesOf(orders)
  const [others] = useState<ReadonlySet<number>>(() => new Set(chosen.length > 0 ? [] : ofOtherDays(tray, agenda)))
  const [left, setLeft] = useState(others)
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const shares = useMemo<Shares>(() => {
    if (!planned.data || !boxes) return []
    const shared = shareOut(
      orders.map((order) => ({ ...visitOf(order), order })),
      agenda.lanes.map(({ technician }) => technician),
      planned.data.map(visitOf),
      boxes,
    )
    return shared.toSorted((one, other) => Number(others.has(one.visit.id)) - Number(others.has(other.visit.id)))
  }, [orders, others, agenda.lanes, planned.data, boxes])
  const assigned = shares.filter(({ visit, technician }) => technician && !left.has(visit.id))
  const accept = async () => {
    if (sending || assigned.length === 0) return
    setSending(true)
    const made: Order[] = []
    try {
      await give(byTechnician(assigned), (orders) => {
        made.push(...orders)
        agenda.places.share([...made])
      })
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
  return { shares, left, others, take, assigned, accept, sending, problem, waiting: planned.isPending || !boxes }
}

/** What a line says when nothing would be assigned; null if something would. */
function nothingMarked({ shares, assigned, waiting }: ReturnType<typeof useProposal>): string | null {
  if (waiting || assigned.length > 0) return null
  return text(shares.some(({ technician }) => technician) ? 'agenda.share.unmarked' : 'agenda.share.nobody')
}

/** Why this technician: works in the zone, if zones are in use, and the number of visits of that day. */
const reasonText = ({ technician, load }: Shares[number]): string =>
  [
    technician && technician.zones.length > 0 && text('order.fit.zone'),
    load === 0 ? text('agenda.share.free') : text('agenda.share.load', { count: load }),
  ]
    .filter(Boolean)
    .join(', ')

function Line({ share, taken, take }: { share: Shares[number]; taken: boolean; take: (yes: boolean) => void }) {
  const { visit, technician, lack } = share
  const home = homeText(visit.order)
  return (
    <li className="flex middle between gap-12 line-bottom">
      <label className="flex middle gap-10 shrink">
        <input
          type="checkbox"
          disabled={!technician}
          checked={technician !== null && taken}
          onChange={({ target }) => take(target.checked)}
        />
        <span>
          <b className="code semibold">{visit.code}</b> <i className="code">{visit.cto && boxLabel(visit.cto.code)}</i>
          <small className="block">
            {[choiceText('order_kind', visit.order.kind), home].filter(Boolean).join(', ')}
          </small>
          <small className="block">{whenText(visit.order)}</small>
          <DueMark order={visit.order} />
        </span>
      </label>
      {technician ? (
        <span className="text-right">
          {technician.name}
          <small className="block ink-2">{reasonText(share)}</small>
        </span>
      ) : (
        <span className="hl-warning">
          <ConflictMark /> {text(`agenda.share.lack.${lack ?? 'busy'}`)}
        </span>
      )}
    </li>
  )
}

/** Proposes assignments without conflicts, to be accepted as a whole or in part. */
export function ShareDialog(props: ShareDialogProps) {
  const { close } = props
  const proposal = useProposal(props)
  const { shares, left, others, take, assigned, accept, sending, problem, waiting } = proposal
  const nothing = nothingMarked(proposal)
  const some = others.size < shares.length
  return (
    <Dialog
      close={close}
      wide
      title={text('agenda.share.title')}
      sentence={[
        text('agenda.share.sentence'),
        others.size > 0 && text(some ? 'agenda.share.days' : 'agenda.share.others'),
      ]
        .filter(Boolean)
        .join(' ')}
    >
      <ul className={`edge grid ${styles.shares}`} aria-busy={waiting}>
        {shares.map((share) => (
          <Line
            key={share.visit.id}
            share={share}
            taken={!left.has(share.visit.id)}
            take={(yes) => take(share.visit.id, yes)}
          />
        ))}
      </ul>
      {nothing !== null && (
        <p className="hl-faint" role="status">
          {nothing}
        </p>
      )}
      {problem !== null && (
        <p className={form.problem} role="alert">
          {problem}
        </p>
      )}
      <DialogActs>
        <Button size="large" onClick={close}>
          {text('app.cancel')}
        </Button>
        <Button
          kind="main"
          size="large"
          busy={sending}
          aria-disabled={assigned.length === 0}
          onClick={() => void accept()}
        >
          {assigned.length === 0 ? text('order.act.assign') : text('agenda.share.yes', { count: assigned.length })}
        </Button>
      </DialogActs>
    </Dialog>
  )
}
