import { compareNatural } from '@hilo/domain/text.ts'
import type { Order } from '@hilo/contract/orders/orders.ts'
import { accountStatus } from '@hilo/domain/status.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { serverNow } from '../../../api/clock.ts'
import { useCall } from '../../../api/query.ts'
import { session } from '../../../api/session.ts'
import { useLive } from '../../../api/stream.ts'
import { addDays, dayOf } from '../../../lists/state/days.ts'
import { isDay } from '../../../ui/form/days.ts'
import { idOf } from '../../../ui/id-of.ts'
import { mondayOf, standingDay } from '../clock.ts'
import { conflictsOf, visitOf, type Conflict, type Technician } from '../conflicts.ts'
import { useOperatorChoice } from '../use-operators.ts'
import { dayOfOrder, usePlanned } from '../use-planned.ts'
import { useTechnicians } from '../use-technicians.ts'
import { usePlaces, withChanges } from './use-places.ts'

/** Orders loaded in the tray; others are found by search. */
const trayLimit = 100
export type AgendaView = 'dia' | 'semana'

/** URL state: days, filters, and open order. */
interface AgendaSearch {
  dia?: string | undefined
  vista?: AgendaView | undefined
  tecnico?: string | undefined
  contrata?: string | undefined
  avisos?: '1' | undefined
  operador?: string | undefined
  abierta?: string | undefined
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

function useAgendaSearch() {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const today = dayOf(serverNow())
  const day = isDay(search['dia']) ? search['dia'] : today
  const view: AgendaView = search['vista'] === 'semana' ? 'semana' : 'dia'
  const first = view === 'semana' ? mondayOf(day) : day
  const days = useMemo(
    () => Array.from({ length: view === 'semana' ? 7 : 1 }, (_, n) => addDays(first, n)),
    [view, first],
  )
  const change = useCallback(
    (next: AgendaSearch) => void navigate({ to: '/vno/agenda', search: (now) => ({ ...now, ...next }), replace: true }),
    [navigate],
  )
  return {
    today,
    day,
    view,
    days,
    name: textOf(search['tecnico']),
    contractor: idOf(search['contrata']) ?? null,
    onlyWarned: search['avisos'] === '1',
    operator: idOf(search['operador']) ?? null,
    open: idOf(search['abierta']) ?? null,
    change,
  }
}

export const fold = (value: string): string => value.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Technician named in a visit whom the session may not read. */
function namedOnly(order: Order): Technician | null {
  const { assigned_technical: who } = order
  if (!who) return null
  const nothing = { zones: [], skills: [], prl_valid_until: null, status: accountStatus.is.active }
  return { ...who, ...nothing, contractor: order.contractor } as unknown as Technician
}

function useUnassigned(operator: number | null, enabled: boolean) {
  const filter = { state: 'recibida' as const, ...(operator !== null && { vno_id: operator }) }
  return useCall(
    'admin_vno/orders/get',
    { filter, sort: [['appointment_from', 'asc']], limit: trayLimit, count: true },
    { enabled },
  )
}

interface QueryState {
  error: unknown
  isError: boolean
  isLoading: boolean
  data?: unknown
  refetch(): Promise<unknown>
}

/** Loading state or error of the agenda; empty without an operator. */
function combinedState(parts: Record<'asked' | 'crew' | 'planned' | 'waiting', QueryState>, ready: boolean) {
  const failed = [parts.asked, parts.planned].find((one) => one.isError && one.data === undefined)
  return {
    unread: failed?.error ?? null,
    loading: parts.asked.isLoading || (ready && (parts.planned.isLoading || parts.crew.isLoading)),
    readAgain: () => void Promise.all((ready ? Object.values(parts) : [parts.asked]).map((one) => one.refetch())),
  }
}

/** State of the agenda: technicians, planned orders, tray, and conflicts. */
export function useAgenda() {
  useLive()
  const search = useAgendaSearch()
  const { operators, asked } = useOperatorChoice()
  const neutral = session.isNeutral()
  const operator = neutral ? (search.operator ?? (Number(operators[0]?.value) || null)) : null
  const ready = !neutral || operator !== null
  const crew = useTechnicians(operator, ready)
  const planned = usePlanned(search.days[0] ?? search.day, search.days.at(-1) ?? search.day, operator, ready)
  const waiting = useUnassigned(operator, ready)
  const known = useMemo(() => {
    const named = (planned.data ?? []).flatMap((order) => namedOnly(order) ?? [])
    return new Map([...named, ...(crew.data ?? [])].map((one) => [one.id, one]))
  }, [crew.data, planned.data])
  const places = usePlaces(known)
  const { changes, agreed } = places
  const orders = useMemo(
    () => withChanges([...(planned.data ?? []), ...(waiting.data?.records ?? [])], changes),
    [planned.data, waiting.data, changes],
  )
  const visits = useMemo(() => orders.map(visitOf), [orders])
  const conflicts = useMemo(() => {
    const found = new Map<number, Conflict[]>()
    for (const visit of visits) {
      const technician = visit.technical === null ? undefined : known.get(visit.technical)
      const all = technician ? conflictsOf(visit, technician, visits, agreed.get(visit.id)) : []
      if (all.length > 0) found.set(visit.id, all)
    }
    return found
  }, [visits, known, agreed])
  return {
    ...search,
    neutral,
    operators,
    operator,
    crew,
    planned,
    waiting,
    ...combinedState({ asked, crew, planned, waiting }, ready),
    known,
    places,
    orders,
    visits,
    conflicts,
    ...useLanes({ ...search, known, orders, conflicts }),
  }
}
export type Agenda = ReturnType<typeof useAgenda>

const byHours = ({ appointment: one }: Order, { appointment: other }: Order) =>
  Number(one === null) - Number(other === null) || Date.parse(one?.from ?? '') - Date.parse(other?.from ?? '') || 0

type LanesInput = Pick<ReturnType<typeof useAgendaSearch>, 'days' | 'name' | 'contractor' | 'onlyWarned'> & {
  known: ReadonlyMap<number, Technician>
  orders: readonly Order[]
  conflicts: ReadonlyMap<number, Conflict[]>
}
export interface Lane {
  technician: Technician
  /** Visits of the technician on the shown days: by their hours, then those without. */
  orders: Order[]
}

/** Lanes of technicians who are active or have visits, filtered. */
function useLanes({ days, name, contractor, onlyWarned, known, orders, conflicts }: LanesInput) {
  return useMemo(() => {
    const shown = new Set(days)
    const byTechnician = new Map<number, Order[]>()
    const tray: Order[] = []
    for (const order of orders) {
      if (order.assigned_technical_id === null) {
        if (order.state === 'recibida') tray.push(order)
        continue
      }
      if (!shown.has(standingDay(order))) continue
      const list = byTechnician.get(order.assigned_technical_id) ?? []
      list.push(order)
      byTechnician.set(order.assigned_technical_id, list)
    }
    const lanes: Lane[] = [...known.values()]
      .map((technician) => ({ technician, orders: (byTechnician.get(technician.id) ?? []).toSorted(byHours) }))
      .filter(({ technician, orders: own }) => technician.status === accountStatus.is.active || own.length > 0)
      .filter(({ technician }) => fold(technician.name).includes(fold(name.trim())))
      .filter(({ technician }) => contractor === null || technician.contractor?.id === contractor)
      .filter(({ orders: own }) => !onlyWarned || own.some(({ id }) => conflicts.has(id)))
      .toSorted((one, other) => compareNatural(one.technician.name, other.technician.name))
    // Orders of the shown days first, then by date.
    const rank = (order: Order) =>
      `${shown.has(dayOfOrder(order) ?? '') ? 0 : 1}${order.appointment?.from ?? `~${order.requested_date ?? ''}${order.id}`}`
    return { lanes, tray: tray.toSorted((one, other) => (rank(one) < rank(other) ? -1 : 1)) }
  }, [days, name, contractor, onlyWarned, known, orders, conflicts])
}
