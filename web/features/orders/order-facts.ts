import type { Order } from '@hilo/contract/orders.ts'
import { reasonCatalogues, reasonText } from '@hilo/domain/reason.ts'
import { text } from '../../ui/text.ts'

const known: readonly string[] = reasonCatalogues.order_cancel

/** Why an order was cancelled, in words; a reason of the operator's own is shown as it is. */
export function reasonOf({ cancellation }: Pick<Order, 'cancellation'>): string | null {
  if (!cancellation) return null
  const { reason_code: code } = cancellation
  return known.includes(code) ? text(reasonText('order_cancel', code)) : code
}

const word = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/** "C/ Peña Prieta 38, 2.º B, 28053 Madrid" */
export function homeText({ address }: Pick<Order, 'address'>): string | null {
  if (!address) return null
  const of = (name: string) => word(address[name])
  const street = [of('street'), of('number')].filter(Boolean).join(' ')
  const town = [of('postal_code'), of('municipality')].filter(Boolean).join(' ')
  return [street, of('floor'), town].filter(Boolean).join(', ') || null
}

/** "FTTH600, 600/300 Mb/s" */
export function productText({ product }: Pick<Order, 'product'>): string | null {
  if (!product) return null
  const [down, up] = [word(product['down_mbps']), word(product['up_mbps'])]
  const speed = [down, up].filter(Boolean).join('/')
  return [word(product['code']), speed && `${speed} Mb/s`].filter(Boolean).join(', ') || null
}
