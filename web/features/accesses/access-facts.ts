import type { Access } from '@hilo/contract/accesses/accesses.ts'
import { inService } from '@hilo/domain/access.ts'
import { limits, powerLevel } from '@hilo/domain/optics.ts'
import { formatNumber, formatPowerUnit } from '../../ui/format.ts'
import { text } from '../../ui/text.ts'

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/** "600 Mb", from the product. */
export function productText({ product }: Pick<Access, 'product'>): string | null {
  const down = numberOf(product['down_mbps'])
  return down === null ? textOf(product['code']) : `${formatNumber(down)}\u00a0Mb`
}

/** Customer address, as far as the operator has provided it. */
export function homeText({ home }: Pick<Access, 'home'>): string | null {
  const address = home['address']
  if (typeof address === 'string') return textOf(address)
  if (typeof address !== 'object' || address === null) return null
  const part = (name: string) => textOf((address as Record<string, unknown>)[name])
  const street = [part('street'), part('number')].filter(Boolean).join(' ')
  const town = [part('postal_code'), part('municipality')].filter(Boolean).join(' ')
  return [street, part('floor'), town].filter(Boolean).join(', ') || null
}

interface Lit {
  state: Access['state']
  ont: Pick<Access['ont'], 'state' | 'rx_dbm'>
}
/** Alarm of a line: dark, or low power. */
export function alarmOf({ ont, state }: Lit): { text: string; shape: boolean } | null {
  if (!inService(state)) return null
  if (ont.state === 'los') return { text: text('access.alarm.cut'), shape: true }
  const weak = ont.rx_dbm !== null && powerLevel(ont.rx_dbm, limits('ont', 'B+')) === 'bloqueo'
  return weak ? { text: text('access.alarm.weak', { power: formatPowerUnit(ont.rx_dbm) ?? '' }), shape: false } : null
}

/** What a card shows of an access. */
interface Shown extends Pick<Access, 'code' | 'state' | 'customer_ref'> {
  ont: Pick<Access['ont'], 'serial' | 'read_at'>
  cto: Pick<Access['cto'], 'code'>
  vno: Pick<Access['vno'], 'name'>
}
/** An access as a card. */
export const cardOf = {
  title: ({ code }: Shown) => code,
  state: ({ state }: Shown) => ({ of: 'access_state', word: state }),
  lead: ({ ont, cto }: Shown) => ({ strong: ont.serial ?? '', text: cto.code }),
  meta: ({ vno, customer_ref }: Shown) => customer_ref ?? vno.name,
  time: ({ ont }: Shown) => ont.read_at,
}
