import type { Cto } from '@hilo/contract/ctos.ts'
import { Facts } from '../../lists/panel/Facts.tsx'
import { choiceText } from '../../lists/text.ts'
import { formatDistance, formatDateTime, formatNumber } from '../../ui/format.ts'
import { StateDot } from '../../ui/shapes/StateBadge.tsx'
import { text } from '../../ui/text.ts'

export function addressText({ street, number, postal_code, municipality }: Cto['address']): string {
  return `${[street, number].filter(Boolean).join(' ')}, ${postal_code} ${municipality}`
}

/** URL of directions in a maps application. */
export const routeTo = ({ lat, lon }: Cto['position']): string =>
  `https://www.google.com/maps/dir/?api=1&destination=${lat},${lon}`

/** Municipality, province and coordinates of a box. */
const placeText = ({ address: { municipality, province }, position: { lat, lon } }: Cto): string =>
  text('list.ctos.place.value', { municipality, province, lat: formatNumber(lat, 5), lon: formatNumber(lon, 5) })

/** Location of and access to the box. */
export function CtoFacts({ cto }: { cto: Cto }) {
  const { address, upstream } = cto
  return (
    <Facts
      facts={[
        { name: 'list.address', value: addressText(address) },
        { name: 'list.ctos.place', value: placeText(cto) },
        { name: 'column.ctos.type', value: choiceText('type', cto.type) },
        { name: 'list.ctos.model', value: cto.model },
        {
          name: 'column.ctos.connection_type',
          value: <StateDot enumeration="connection_type" value={cto.connection_type} />,
        },
        { name: 'list.ctos.height', value: cto.height_m === null ? null : `${formatNumber(cto.height_m, 1)}\u00a0m` },
        { name: 'list.ctos.key', value: text(cto.key_needed ? 'list.ctos.keyNeeded' : 'list.ctos.keyless') },
        { name: 'column.ctos.access_notes', value: cto.access_notes },
        { name: 'column.ctos.splitter.ratio', value: cto.splitter.ratio },
        { name: 'column.ctos.upstream.splitter1_code', value: <span className="code">{upstream.splitter1_code}</span> },
        { name: 'column.ctos.upstream.pon_code', value: <span className="code">{upstream.pon_code}</span> },
        { name: 'list.ctos.olt', value: <span className="code">{upstream.olt.code}</span> },
        { name: 'list.ctos.feeder', value: formatDistance(upstream.feeder_m) },
        cto.last_visit_at !== null && {
          name: 'column.ctos.last_visit_at',
          value: formatDateTime(cto.last_visit_at),
        },
      ]}
    />
  )
}
