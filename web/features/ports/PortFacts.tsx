import type { Port } from '@hilo/contract/ports/ports.ts'
import { Link } from '@tanstack/react-router'
import { Ago } from '../../ui/Ago.tsx'
import { Facts } from '../../lists/panel/Facts.tsx'
import { choiceText } from '../../lists/text.ts'
import { boxLabel } from '../../lists/registry/faceplate-items.ts'
import { formatDateTime, formatDistance, formatPowerUnit } from '../../ui/format.ts'
import { Fibre } from '../../ui/fibre/Fibre.tsx'
import { StateDot } from '../../ui/shapes/StateBadge.tsx'
import { useCto } from '../../lists/panel/use-cto.ts'
import { text } from '../../ui/text.ts'
import { ontLevel } from './port-facts.ts'

/** Operator, access and equipment of the port. */
export function PortFacts({ port }: { port: Port }) {
  const { access, drop, vno } = port
  return (
    <Facts
      facts={[
        {
          name: 'column.ports.cto',
          value: (
            <>
              <Link className="code" to="/vno/ctos/$id" params={{ id: String(port.cto_id) }}>
                {boxLabel(port.cto.code)}
              </Link>{' '}
              <span className="hl-faint">{text('list.port', { number: port.number })}</span>
            </>
          ),
        },
        { name: 'column.ports.vno.name', value: vno?.name },
        { name: 'column.ports.access.code', value: access && <span className="code">{access.code}</span> },
        {
          name: 'column.ports.drop.code',
          value: drop && (
            <Link className="code" to="/vno/acometidas/$id" params={{ id: String(drop.id) }}>
              {drop.code}
            </Link>
          ),
        },
        {
          name: 'column.ports.assignment_status',
          value: <StateDot enumeration="assignment" value={port.assignment_status} />,
        },
        {
          name: 'column.ports.inventory_status',
          value: <StateDot enumeration="inventory" value={port.inventory_status} />,
        },
        { name: 'column.ports.splitter_leg', value: <Fibre number={port.splitter_leg} /> },
        port.reserved_until !== null && { name: 'list.ports.reserved', value: formatDateTime(port.reserved_until) },
        port.last_change_at !== null && {
          name: 'column.ports.last_change_at',
          value: formatDateTime(port.last_change_at),
        },
      ]}
    />
  )
}

const levelClass = { ok: 'hl-good', aviso: 'hl-warning', bloqueo: 'hl-danger' } as const

/** Last OLT reading of the ONT. */
export function OntFacts({ port }: { port: Port }) {
  const { ont, baseline } = port
  const optics = useCto(port.cto_id)?.upstream.optic_class
  if (!ont) return <p className="hl-hint">{text('list.ports.noOnt')}</p>
  const level = ontLevel(ont.rx_dbm, optics)
  return (
    <Facts
      facts={[
        { name: 'column.ports.ont.serial', value: ont.serial && <span className="code">{ont.serial}</span> },
        { name: 'column.ports.ont.model', value: ont.model },
        { name: 'column.ports.ont.state', value: choiceText('ont_state', ont.state) },
        {
          name: 'column.ports.rx_dbm',
          value: (
            <>
              {formatPowerUnit(ont.rx_dbm) ?? text('list.noLight')}{' '}
              {level && <b className={levelClass[level]}>{text(`list.level.${level}`)}</b>}
            </>
          ),
        },
        { name: 'list.ports.tx', value: formatPowerUnit(ont.tx_dbm) },
        { name: 'column.ports.ont.olt_rx_dbm', value: formatPowerUnit(ont.olt_rx_dbm) },
        { name: 'list.ports.baseline', value: baseline && formatPowerUnit(baseline.rx_p50_30d) },
        { name: 'column.ports.ont.distance_m', value: ont.distance_m === null ? null : formatDistance(ont.distance_m) },
        { name: 'column.ports.ont.read_at', value: ont.read_at && <Ago at={ont.read_at} /> },
      ]}
    />
  )
}
