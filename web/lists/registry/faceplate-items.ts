import type { FaceplateItem } from '@hilo/contract/wire.ts'

export const boxSizes = [4, 8, 16, 24, 32] as const
export type BoxSize = (typeof boxSizes)[number]

/** The box that holds so many ports. */
export const boxSize = (ports: number): BoxSize => boxSizes.find((size) => size >= ports) ?? 32

/** A box as a cell shows it: its ports and the one that the row is about. */
export interface Box {
  items: readonly FaceplateItem[]
  mine: number | null
}

function isItem(value: unknown): value is FaceplateItem {
  return typeof value === 'object' && value !== null && 'port' in value && 'port_state' in value
}

/** Reads the value of a neighbours column; null where the box has not been read. */
export function boxOf(value: unknown): Box | null {
  if (typeof value !== 'object' || value === null || !('items' in value) || !Array.isArray(value.items)) return null
  const items = value.items.filter(isItem)
  const mine = 'mine' in value && typeof value.mine === 'number' ? value.mine : null
  return items.length > 0 ? { items, mine } : null
}

/** What is printed on a box: its code without the municipality. */
export const boxLabel = (code: string): string => code.replace(/^\d{5}-/, '')
