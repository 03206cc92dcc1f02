/** Search in the data on the device; the server finds the rest while online. Pure. */
import { metresBetween } from '@hilo/domain/picture.ts'
import { looseName } from '@hilo/domain/text.ts'
import type { PackBox, PackOrder, PackPort } from '../../../offline/pack.ts'
import type { Place } from './route-order.ts'

const codeOf = (words: string) => words.toUpperCase().replace(/\s+/g, '')
const says = (words: string, texts: readonly unknown[]) =>
  texts.some((one) => typeof one === 'string' && looseName(one).includes(looseName(words)))
const isCoded = (words: string, codes: readonly (string | null | undefined)[]) =>
  codes.some((code) => code?.toUpperCase().includes(codeOf(words)) === true)

export const findBoxes = (boxes: readonly PackBox[], words: string): PackBox[] =>
  boxes.filter(
    ({ code, label, address }) =>
      isCoded(words, [code, label]) || says(words, [`${address.street} ${address.number ?? ''}`]),
  )

export const findOrders = (orders: readonly PackOrder[], words: string): PackOrder[] =>
  orders.filter(
    ({ code, external_order_id, access, cto, port, address }) =>
      isCoded(words, [code, external_order_id, access?.code, cto?.code, port?.code]) ||
      says(words, [`${String(address?.['street'] ?? '')} ${String(address?.['number'] ?? '')}`]),
  )

/** Ports by access, drop or ONT. */
export const findPorts = (ports: readonly PackPort[], words: string): PackPort[] =>
  ports.filter(({ access, drop, ont }) => access !== null && isCoded(words, [access.code, drop?.code, ont?.serial]))

/** Boxes within a radius (m) of a place, nearest first. */
export function boxesNear(boxes: readonly PackBox[], here: Place, metres: number): PackBox[] {
  return boxes
    .map((box) => ({ box, far: metresBetween(here, box.position) }))
    .filter(({ far }) => far <= metres)
    .toSorted((a, b) => a.far - b.far)
    .map(({ box }) => box)
}

/** `first`, followed by the `others` that it lacks. */
export function mergeById<T extends { id: number }>(first: readonly T[], others: readonly T[]): T[] {
  const known = new Set(first.map(({ id }) => id))
  return [...first, ...others.filter(({ id }) => !known.has(id))]
}
