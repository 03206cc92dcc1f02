import type { Port } from '@hilo/contract/ports/ports.ts'
import { useCall } from '../../api/query.ts'
import { session } from '../../api/session.ts'
import { useCto } from '../../lists/panel/use-cto.ts'
import { OpticalPath, PathKey } from '../../ui/optical-path/OpticalPath.tsx'
import type { OpticalLine } from '../../ui/optical-path/line.ts'
import { LoadingPlaceholder } from '../../kit/QueryState.tsx'
import { Card } from '../../kit/Page.tsx'
import { text } from '../../ui/text.ts'

/** Optical path to the port, with the last reading of its ONT. */
export function PortPath({ port }: { port: Port }) {
  const cto = useCto(port.cto_id)
  const drop = useCall(
    'admin_vno/drops/get',
    { id: port.drop_id ?? 0 },
    { enabled: port.drop_id !== null && session.can('drop_view') },
  ).data?.records[0]
  const { ont } = port
  const line: OpticalLine | null = cto && {
    cto,
    port: port.number,
    drop: port.drop && { code: port.drop.code, length_m: drop?.length_m ?? null },
    serial: ont?.serial ?? null,
    rx_dbm: ont?.rx_dbm ?? null,
    before_dbm: port.baseline?.rx_p50_30d ?? null,
    end: ont && ont.rx_dbm === null ? 'unknown' : null,
  }
  return (
    <Card title={text('path.title')} aside={line && <PathKey line={line} />}>
      {line ? <OpticalPath line={line} /> : <LoadingPlaceholder height={260} />}
    </Card>
  )
}
