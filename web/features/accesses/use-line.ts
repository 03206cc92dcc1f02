import type { Access } from '@hilo/contract/accesses/accesses.ts'
import type { PowerHistory } from '@hilo/contract/accesses/ont.ts'
import { inService } from '@hilo/domain/access.ts'
import type { PathEnd } from '@hilo/domain/optical-path.ts'
import { serverNow } from '../../api/clock.ts'
import { useCall } from '../../api/query.ts'
import { session } from '../../api/session.ts'
import { useCto } from '../../lists/panel/use-cto.ts'
import { formatDate, formatTime } from '../../ui/format.ts'
import { text } from '../../ui/text.ts'
import type { OpticalLine } from '../../ui/optical-path/line.ts'

/** Power history of an active access. */
export function useHistory(access: Access) {
  const enabled = inService(access.state) && session.can('accessDiagnose_view')
  return useCall('admin_vno/ont/powerHistory', { access_id: access.id }, { enabled })
}

/** Last received power. */
function lastPower(history: PowerHistory | undefined): number | null {
  return history?.series.findLast(({ rx_dbm }) => rx_dbm !== null)?.rx_dbm ?? null
}

/** Usual power: median of the readings. */
function usualPower(history: PowerHistory | undefined): number | null {
  const read = history?.series.flatMap(({ rx_dbm }) => rx_dbm ?? []).toSorted((a, b) => a - b) ?? []
  return read[Math.floor(read.length / 2)] ?? null
}

/** "Sin luz desde la 1:17 p. m.", with the day unless it is today. */
function sinceText(history: PowerHistory | undefined): string | null {
  const [last] = history?.downs ?? []
  if (!last || last.up_at !== null) return null
  const at = new Date(last.at)
  const time = formatTime(at)
  const today = at.toDateString() === new Date(serverNow()).toDateString()
  // Spanish: singular article at one o'clock.
  const since = at.getHours() % 12 === 1 ? 'diagnosis.sinceOne' : 'diagnosis.since'
  return today ? text(since, { time }) : text('diagnosis.sinceDay', { time, day: formatDate(at) })
}

interface Seen {
  rx_dbm: number | null
  end: PathEnd | null
}

/** Optical line of an access for its drawing; null until box and history are loaded. */
export function useOpticalLine(access: Access, { rx_dbm, end }: Seen) {
  const asked = useHistory(access)
  const history = asked.data?.record
  const cto = useCto(access.cto_id)
  const drops = useCall(
    'admin_vno/drops/get',
    { id: access.drop_id ?? 0 },
    { enabled: access.drop_id !== null && session.can('drop_view') },
  )
  // Wait for the history: without it the drawing would change a moment later.
  if (!cto || (asked.isEnabled && asked.isPending)) return null
  const length_m = drops.data?.records[0]?.length_m ?? null
  const line: OpticalLine = {
    cto,
    port: access.port_number,
    drop: access.drop && { code: access.drop.code, length_m },
    serial: access.ont.serial,
    rx_dbm,
    before_dbm: end === null ? usualPower(history) : lastPower(history),
    end,
    since: end === null ? null : sinceText(history),
  }
  return line
}
