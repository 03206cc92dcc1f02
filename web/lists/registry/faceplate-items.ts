import type { FaceplateItem } from '@hilo/contract/wire.ts'

const boxSizes = [4, 8, 16, 24, 32] as const
type BoxSize = (typeof boxSizes)[number]

/** Smallest CTO size that holds `ports` ports. */
export const boxSize = (ports: number): BoxSize => boxSizes.find((size) => size >= ports) ?? 32

/** Data of a CTO cell: its ports and the row's own port. */
interface Box {
  items: readonly FaceplateItem[]
  mine: number | null
}

function isItem(value: unknown): value is FaceplateItem {
  return typeof value === 'object' && value !== null && 'port' in value && 'port_state' in value
}

/** Reads the value of a neighbours column; null if the CTO has no reading. */
export function boxOf(value: unknown): Box | null {
  if (typeof value !== 'object' || value === null || !('items' in value) || !Array.isArray(value.items)) return null
  const items = value.items.filter(isItem)
  const mine = 'mine' in value && typeof value.mine === 'number' ? value.mine : null
  return items.length > 0 ? { items, mine } : null
}

/** Short code printed on a CTO: without the municipality. */
export const boxLabel = (code: string): string => code.replace(/^\d{5}-/, '')
