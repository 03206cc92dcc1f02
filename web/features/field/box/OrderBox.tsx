import IconKey from '@iconify-json/tabler/key'
import IconLadder from '@iconify-json/tabler/ladder'
import IconTopologyStar from '@iconify-json/tabler/topology-star'
import type { PackBox, PackOrder, PackPort } from '../../../offline/pack.ts'
import type { ReactNode } from 'react'
import { formatNumber } from '../../../ui/format.ts'
import { text } from '../../../ui/text.ts'
import { boxSize, labelOf } from './box.ts'
import { BoxPhotos } from './BoxPhotos.tsx'
import { FaceplateMini } from './FaceplateMini.tsx'
import { Directions } from '../Directions.tsx'
import css from '../phone.module.css'
import today from '../today/today.module.css'
import { litCount } from './lit-count.ts'
import { useBox, usePort } from '../use-work.ts'

/** Box of an order: place, access, free ports and neighbours. */
export function OrderBox({ order, id }: { order: PackOrder; id: number }) {
  const box = useBox(id)
  const port = usePort(order.port_id)
  const label = order.cto ? labelOf(order.cto.code) : ''
  if (box === null)
    return (
      <section className={css.card}>
        <h2 className={css.heading}>
          <span>
            {text('tech.order.box')} <span className="code">{label}</span>
          </span>
        </h2>
        <p className={css.note}>{text('tech.order.box.unknown')}</p>
      </section>
    )
  return (
    <BoxCard
      box={box}
      port={port}
      title={
        <>
          {text('tech.order.box')} <span className="code">{label}</span>
        </>
      }
    />
  )
}

/** Box card. `port`: the port of the work. */
export function BoxCard({ box, port, title }: { box: Box; port: PackPort | null; title: ReactNode }) {
  const { street, number } = box.address
  const ports = box.ports ?? []
  return (
    <section className={css.card}>
      <h2 className={css.heading}>
        <span>{title}</span>
      </h2>
      <p>{[street, number].filter(Boolean).join(' ')}</p>
      {port !== null && (
        <p className={css.note}>
          {text('tech.order.port', { number: port.number })}
          {port.drop && ` · ${text('tech.order.drop')} `}
          {port.drop && <span className="code">{port.drop.code}</span>}
        </p>
      )}
      <p className={css.note}>{text('tech.boxes.free', { count: box.ports_free, total: box.ports_total })}</p>
      <Access box={box} />
      <BoxPhotos box={box} />
      {ports.length > 0 && (
        <div className="grid gap-6 mt-10">
          <FaceplateMini ports={ports} total={boxSize(box.ports_total)} mine={port?.number ?? null} />
          <p className={`flex middle gap-8 ${css.note}`}>
            <IconTopologyStar size={20} stroke={1.8} aria-hidden />
            {neighbourWords(ports, port?.number ?? null)}
          </p>
        </div>
      )}
      <Directions to={box.position}>{text('tech.order.directions_box')}</Directions>
    </section>
  )
}

export type Box = PackBox

function Access({ box: { access_notes, key_needed, height_m, lock } }: { box: Box }) {
  return (
    <>
      {access_notes !== null && <p className={today.access}>{access_notes}</p>}
      {key_needed && (
        <p className="flex middle gap-8 semibold mt-6">
          <IconKey size={20} stroke={1.8} aria-hidden />
          {text('list.ctos.keyNeeded')}
        </p>
      )}
      {height_m !== null && height_m > 2 && (
        <p className="flex middle gap-8 semibold mt-6">
          <IconLadder size={20} stroke={1.8} aria-hidden />
          {text('tech.order.height', { metres: formatNumber(height_m, 1) })}
        </p>
      )}
      {lock && <p className={`${css.note} ${css.warn}`}>{text('tech.order.locked', { why: lock.reason ?? '' })}</p>}
    </>
  )
}

/** "8 vecinos con luz, 3 de tu operador", from the last reading. */
function neighbourWords(ports: NonNullable<Box['ports']>, mine: number | null): string {
  const lit = litCount(ports, mine)
  const own = ports.filter((one) => one.own && one.port !== mine && one.state === 'online').length
  return text('tech.order.neighbours', { count: lit }) + (own > 0 ? text('tech.order.neighbours.own', { own }) : '')
}
