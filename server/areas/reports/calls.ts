import { allows } from '@hilo/domain/privilege.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { Json, type ReadHandler } from '../../http/handler.ts'
import { dayReport } from '../../process/day-report.ts'

/** Figures of the home page: an operator's, a technician's own, or everybody's for the neutral operator. */
export const reports = {
  'admin_vno/reports/get': (async ({ principal, sql }, { period, vno_id }) => {
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
    return new Json((await sql.json(dayReport(whose, may), [period, whose.vno, whose.technical])) ?? '')
  }) satisfies ReadHandler<'admin_vno/reports/get'>,
}
