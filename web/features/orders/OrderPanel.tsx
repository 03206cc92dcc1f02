import type { Order } from '@hilo/contract/orders/orders.ts'
import { LinkButton } from '../../kit/LinkButton.tsx'
import type { PanelParts, PanelProps } from '../../lists/define.ts'
import { ChoiceDot } from '../../ui/shapes/ChoiceDot.tsx'
import { text } from '../../ui/text.ts'
import { OrderActs } from './OrderActs.tsx'
import { kindText, OrderFacts } from './OrderFacts.tsx'

function Body({ record: order }: PanelProps<Order>) {
  return (
    <>
      <div className="hl-line">
        <ChoiceDot of="order_state" word={order.state} />
        <span>{kindText(order)}</span>
      </div>
      <OrderFacts order={order} />
    </>
  )
}

function Foot({ record: order, refresh }: PanelProps<Order>) {
  return (
    <>
      <LinkButton kind="main" to="/vno/ordenes/$id" params={{ id: String(order.id) }}>
        {text('order.open')}
      </LinkButton>
      <OrderActs order={order} refresh={refresh} only={['assign']} />
    </>
  )
}

export const orderPanel: PanelParts<Order> = { Body, Foot }
