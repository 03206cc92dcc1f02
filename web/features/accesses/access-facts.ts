import type { Access } from '@hilo/contract/accesses.ts'
import { inService } from '@hilo/domain/access.ts'
import { limits, powerLevel } from '@hilo/domain/optics.ts'
import { formatNumber, formatPowerUnit } from '../../ui/format.ts'
import { text } from '../../ui/text.ts'

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/** "600 Mb", from what the product says of itself. */
export function productText({ product }: Pick<Access, 'product'>): string | null {
  const down = numberOf(product['down_mbps'])
  return down === null ? textOf(product['code']) : `${formatNumber(down)}\u00a0Mb`
}

/** Where the customer lives, as far as the operator has said. */
export function homeText({ home }: Pick<Access, 'home'>): string | null {
  const address = home['address']
  if (typeof address === 'string') return textOf(address)
  if (typeof address !== 'object' || address === null) return null
  const part = (name: string) => textOf((address as Record<string, unknown>)[name])
  const street = [part('street'), part('number')].filter(Boolean).join(' ')
  const town = [part('postal_code'), part('municipality')].filter(Boolean).join(' ')
  return [street, part('floor'), town].filter(Boolean).join(', ') || null
}

/** What must not be missed of a line: no light, or too little of it. */
export function alarmOf({ ont, state }: Access): { text: string; shape: boolean } | null {
  if (!inService(state)) return null
  if (ont.state === 'los') return { text: text('access.alarm.cut'), shape: true }
  const weak = ont.rx_dbm !== null && powerLevel(ont.rx_dbm, limits('ont', 'B+')) === 'bloqueo'
  return weak ? { text: text('access.alarm.weak', { power: formatPowerUnit(ont.rx_dbm) ?? '' }), shape: false } : null
}

/** An access on a phone. */
export const cardOf = {
  title: ({ code }: Access) => code,
  state: ({ state }: Access) => ({ of: 'access_state', word: state }),
  lead: ({ ont, cto }: Access) => ({ strong: ont.serial ?? '', text: cto.code }),
  meta: ({ vno, customer_ref }: Access) => customer_ref ?? vno.name,
  time: ({ ont }: Access) => ont.read_at,
}
