/** True content of the positions of a box of the simulated plant, as seen on site and not by an OLT. */
import type { OpticalState } from '@hilo/domain/status.ts'
import { inProcess, type ProcessDb } from '../kernel/sql/in-process.ts'
import { powersAt } from '../plant/simulated/light.ts'
import { isAdmitted, isUp, stateOf, type Line } from '../plant/simulated/line.ts'
import { makeLines } from '../plant/simulated/make.ts'

interface TrueLine {
  portId: number
  port: number
  serial: string | null
  state: OpticalState
  lastDownAt: Date | null
  rxDbm: number | null
  oltRxDbm: number | null
}

export async function boxTruth(db: ProcessDb, ctoId: number): Promise<TrueLine[]> {
  return await inProcess(db, async (sql) => {
    await makeLines(sql, [ctoId])
    const lines = await sql.rows<Line & { now: Date }>(
      'select l.*, app_now() as now from plant_line l where l.cto_id = $1 order by l.port',
      [ctoId],
    )
    return lines.map((line) => ({
      portId: line.port_id,
      port: line.port,
      serial: isAdmitted(line) ? line.serial : null,
      state: stateOf(line, line.now),
      lastDownAt: line.last_down_at,
      ...(isUp(line, line.now) ? powersAt(line, line.now.getTime()) : { rxDbm: null, oltRxDbm: null }),
    }))
  })
}
