import type { Access } from '@hilo/contract/accesses/accesses.ts'
import { limits, powerLevel } from '@hilo/domain/optics.ts'
import { Link } from '@tanstack/react-router'
import { Ago } from '../../ui/Ago.tsx'
import { session } from '../../api/session.ts'
import { Facts } from '../../lists/panel/Facts.tsx'
import { boxLabel } from '../../lists/registry/faceplate-items.ts'
import { formatDateTime, formatDistance, formatPowerUnit } from '../../ui/format.ts'
import { ChoiceDot } from '../../ui/shapes/ChoiceDot.tsx'
import { useCto } from '../../lists/panel/use-cto.ts'
import { text } from '../../ui/text.ts'
import { homeText, productText } from './access-facts.ts'

/** Operator, port and product of an access. */
export function AccessFacts({ access }: { access: Access }) {
  const { vlan, drop, home } = access
  const unit = home['uuii_id']
  return (
    <Facts
      facts={[
        { name: 'column.accesses.vno.name', value: access.vno.name },
        {
          name: 'column.accesses.cto',
          value: (
            <>
              <Link className="code" to="/vno/ctos/$id" params={{ id: String(access.cto_id) }}>
                {boxLabel(access.cto.code)}
              </Link>{' '}
              {session.can('port_view') && (
                <Link to="/vno/puertos/$id" params={{ id: String(access.port_id) }}>
                  {text('list.port', { number: access.port_number })}
                </Link>
              )}
            </>
          ),
        },
        { name: 'column.accesses.drop.code', value: drop && <span className="code">{drop.code}</span> },
        { name: 'access.home', value: homeText(access) },
        { name: 'access.unit', value: typeof unit === 'string' && <span className="code">{unit}</span> },
        { name: 'column.accesses.product.code', value: productText(access) },
        { name: 'access.vlan', value: vlan && text('access.vlan.value', { s: vlan.s ?? '–', c: vlan.c ?? '–' }) },
        {
          name: 'column.accesses.customer_ref',
          value: access.customer_ref && <span className="code">{access.customer_ref}</span>,
        },
        {
          name: 'column.accesses.activated_at',
          value: access.activated_at && formatDateTime(access.activated_at),
        },
        { name: 'column.accesses.ceased_at', value: access.ceased_at && formatDateTime(access.ceased_at) },
      ]}
    />
  )
}

const levelClass = { ok: 'hl-good', aviso: 'hl-warning', bloqueo: 'hl-danger' } as const

/** Last OLT reading of the ONT. */
export function AccessOnt({ access: { ont, cto_id } }: { access: Access }) {
  const optics = useCto(cto_id)?.upstream.optic_class ?? 'B+'
  if (ont.serial === null) return <p className="hl-hint">{text('access.noOnt')}</p>
  const level = ont.rx_dbm === null ? null : powerLevel(ont.rx_dbm, limits('ont', optics))
  return (
    <Facts
      facts={[
        { name: 'column.accesses.ont.serial', value: <span className="code">{ont.serial}</span> },
        { name: 'column.accesses.ont.model', value: ont.model },
        { name: 'access.sw', value: ont.sw && <span className="code">{ont.sw}</span> },
        { name: 'access.mac', value: ont.mac && <span className="code">{ont.mac}</span> },
        { name: 'column.accesses.ont.state', value: <ChoiceDot of="ont_state" word={ont.state} /> },
        {
          name: 'column.accesses.ont.rx_dbm',
          value: level && (
            <>
              {formatPowerUnit(ont.rx_dbm)} <b className={levelClass[level]}>{text(`list.level.${level}`)}</b>
            </>
          ),
        },
        { name: 'column.accesses.ont.olt_rx_dbm', value: formatPowerUnit(ont.olt_rx_dbm) },
        {
          name: 'column.accesses.ont.distance_m',
          value: ont.distance_m === null ? null : formatDistance(ont.distance_m),
        },
        { name: 'column.accesses.ont.read_at', value: ont.read_at && <Ago at={ont.read_at} /> },
      ]}
    />
  )
}
