import { dayAt, homeZone } from '@hilo/domain/place-clock.ts'
import { allows } from '@hilo/domain/privilege.ts'
import { Problem } from '@hilo/domain/problem.ts'
import type { DayReport } from '@hilo/contract/reports/reports.ts'
import type { ReadHandler } from '../../kernel/handler.ts'
import { dayReport } from '../../process/reports/day-report.ts'
import { readIndicators } from './indicators.ts'

const dayOf = (time: string) => dayAt(Date.parse(time), homeZone)

/** Figures of the home page: an operator's, a technician's own, or all for the neutral operator. */
export const reports = {
  'admin_vno/reports/get': (async ({ principal, sql }, { period, vno_id, indicators: asked }) => {
    const { account_type: type, account_id, privileges } = principal
    if (vno_id !== undefined && type !== 'ad')
      throw new Problem('VALIDATION', { details: [{ field: 'vno_id', code: 'value', message: 'validation.value' }] })
    const whose = {
      vno: type === 'ad' ? (vno_id ?? null) : (principal.vno?.id ?? 0),
      technical: type === 'te' ? account_id : null,
    }
    const may = {
      events: allows(privileges, 'event_view'),
      neighbours: allows(privileges, 'neightborState_view'),
      orders: allows(privileges, 'assignment_view'),
      ports: allows(privileges, 'port_view'),
    }
    const day = (await sql.json(dayReport(whose, may), [period, whose.vno, whose.technical])) ?? ''
    const { record } = JSON.parse(day) as { record: DayReport }
    if (!allows(privileges, 'dashboardReports_view'))
      return { record: { ...record, figures: [], by_day: [], by_contractor: [], indicators: null } }
    if (!asked) return { record: { ...record, indicators: null } }
    const asDays = { from: dayOf(record.from), to: dayOf(record.to) }
    const indicators = await readIndicators(sql, principal, { ...asDays, ...(vno_id !== undefined && { vno_id }) })
    return { record: { ...record, indicators } }
  }) satisfies ReadHandler<'admin_vno/reports/get'>,
}
