/** Pack: the technician's data available offline, and how a response updates it. Pure. */
import type { Output, RecordOf } from '@hilo/contract/index.ts'
import type { StoredSettings } from '@hilo/domain/settings.ts'
import { eventOf, pending, type Operation } from './operation.ts'

export type PackOrder = RecordOf<'admin_vno/orders/get'>
export type PackEvent = RecordOf<'admin_vno/events/get'>
export type PackBox = RecordOf<'admin_vno/ctos/get'>
export type PackPort = RecordOf<'admin_vno/ports/get'>
export type Pulled = Output<'admin_vno/sync/pull'>

export const packKinds = ['orders', 'events', 'ctos'] as const
export type PackKind = (typeof packKinds)[number]
type Ids = Readonly<Record<PackKind, readonly number[]>>

/** Metadata of the pack as a whole. */
export interface PackInfo {
  cursor: string | null
  /** Server time of the last update, ms since 1970; null before the first. */
  at: number | null
  /** Device time of the last update, ms. */
  heard: number
  settings: StoredSettings
  /** CTOs kept by hand. */
  boxes: readonly number[]
  /** Records that the server withdrew and an unsent operation still needs. */
  gone: Ids
}

export interface Pack extends PackInfo {
  orders: readonly PackOrder[]
  events: readonly PackEvent[]
  ctos: readonly PackBox[]
  ports: readonly PackPort[]
}

const none: Ids = { orders: [], events: [], ctos: [] }
export const emptyPack: Pack = {
  cursor: null,
  at: null,
  heard: 0,
  settings: {},
  boxes: [],
  gone: none,
  orders: [],
  events: [],
  ctos: [],
  ports: [],
}

export type Needs = Readonly<Record<PackKind, ReadonlySet<number>>>

const numbers = (values: readonly unknown[]) =>
  new Set(values.flatMap((value) => (typeof value === 'number' && value > 0 ? [value] : [])))
const boxesOf = (rows: readonly { cto_id: number | null }[]) => rows.map(({ cto_id }) => cto_id)

/** Records that unsent operations and drafts need: the intervention, its order and its CTO. */
export function neededBy(operations: readonly Operation[], drafts: readonly number[], pack: Pack): Needs {
  const unsent = pending(operations)
  const asked = (name: string) => unsent.map(({ query }) => query[name])
  const events = numbers([...unsent.map(eventOf), ...drafts])
  const mine = pack.events.filter(({ id }) => events.has(id))
  const orders = numbers([
    ...asked('service_order_id'),
    ...asked('order_id'),
    ...mine.map(({ service_order_id }) => service_order_id),
  ])
  const wanted = pack.orders.filter(({ id }) => orders.has(id))
  return { events, orders, ctos: numbers([...asked('cto_id'), ...boxesOf(mine), ...boxesOf(wanted)]) }
}

const byId = <T extends { id: number }>(rows: readonly T[]) => new Map(rows.map((row) => [row.id, row]))

/** Known records, overwritten by received ones, without the removed ones. */
function merged<T extends { id: number }>(known: readonly T[], came: readonly T[], left: ReadonlySet<number>): T[] {
  const rows = byId([...known, ...came])
  for (const id of left) rows.delete(id)
  return [...rows.values()]
}

/** The pack after a response. `whole`: a full response, so records missing from it are removed. */
export function packAfter(
  pack: Pack,
  answer: Pulled,
  of: { whole: boolean; needs: Needs; heard: number },
): { pack: Pack; left: Ids } {
  const leaving = (kind: PackKind) => {
    const told = new Set(answer[kind].map(({ id }) => id))
    const absent = of.whole ? pack[kind].map(({ id }) => id) : pack.gone[kind]
    const known = new Set(pack[kind].map(({ id }) => id))
    return [...new Set([...absent, ...answer.removed[kind]])].filter((id) => known.has(id) && !told.has(id))
  }
  const split = (kind: PackKind, needed: boolean) => leaving(kind).filter((id) => of.needs[kind].has(id) === needed)
  const left: Ids = { orders: split('orders', false), events: split('events', false), ctos: split('ctos', false) }
  const gone: Ids = { orders: split('orders', true), events: split('events', true), ctos: split('ctos', true) }
  const boxes = new Set(left.ctos)
  const again = new Set(answer.ctos.map(({ id }) => id))
  return {
    left,
    pack: {
      ...pack,
      cursor: answer.cursor,
      at: Date.parse(answer.server_time),
      heard: of.heard,
      settings: answer.settings,
      boxes: pack.boxes.filter((id) => !answer.removed.ctos.includes(id)),
      gone,
      orders: merged(pack.orders, answer.orders, new Set(left.orders)),
      events: merged(pack.events, answer.events, new Set(left.events)),
      ctos: merged(pack.ctos, answer.ctos, boxes),
      ports: [...pack.ports.filter(({ cto_id }) => !boxes.has(cto_id) && !again.has(cto_id)), ...answer.ports],
    },
  }
}

/** What is stored beside the records. */
export const aboutOf = ({ cursor, at, heard, settings, boxes, gone }: Pack): PackInfo => ({
  cursor,
  at,
  heard,
  settings,
  boxes,
  gone,
})

/** CTOs that are kept only by hand; those of assigned work stay. */
export function droppable(pack: Pack, ids: readonly number[], needs: Needs): number[] {
  const work = new Set(boxesOf([...pack.orders, ...pack.events]))
  return ids.filter((id) => !work.has(id) && !needs.ctos.has(id))
}

/** Approximate size of CTOs on the device in bytes (about one per character), with ports and photos. */
export function sizeOfBoxes(pack: Pack, ids: readonly number[]): number {
  const wanted = new Set(ids)
  const rows = [
    ...pack.ctos.filter(({ id }) => wanted.has(id)),
    ...pack.ports.filter(({ cto_id }) => wanted.has(cto_id)),
  ]
  const photos = pack.ctos.flatMap(({ id, photos: all }) => (wanted.has(id) ? (all ?? []) : []))
  const words = rows.reduce((all, row) => all + JSON.stringify(row).length, 0)
  return photos.reduce((all, { bytes }) => all + bytes, words)
}
