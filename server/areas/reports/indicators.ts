import type { Input } from '@hilo/contract/index.ts'
import { indicatorParts, type Indicator, type IndicatorReport } from '@hilo/contract/reports/indicators.ts'
import { withholds } from '@hilo/domain/privilege.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { Readable } from 'node:stream'
import type { Sql } from '../../kernel/sql/scope.ts'
import type { Principal } from '../../kernel/principal.ts'
import type { BlobHandler, ReadHandler } from '../../kernel/handler.ts'
import { drawIndicators } from '../../process/reports/indicators-file.ts'
import { indicatorReport } from '../../process/reports/indicators.ts'

type Asked = Input<'admin_vno/reports/indicators/get'>

/** Maximum days of a period: a little over two years, the retention of full data. */
const mostDays = 800
const wrong = (field: string) =>
  new Problem('VALIDATION', { details: [{ field, code: 'value', message: 'validation.value' }] })

function assertDays({ from, to }: Asked): void {
  const [first, last] = [Date.parse(from), Date.parse(to)]
  if (Number.isNaN(first)) throw wrong('from')
  if (Number.isNaN(last) || last < first || (last - first) / 86_400_000 >= mostDays) throw wrong('to')
}

const unsaid: Partial<Indicator> = { value: null, previous: null, part: null, whole: null }

/** Drops parts that the session's role may not see; a technician's own figures are always visible. */
function granted({ account_type, privileges }: Principal, report: IndicatorReport): IndicatorReport {
  const parts = account_type === 'te' ? [] : (['productivity', 'quality', 'network'] as const)
  const withheld = parts.filter((part) => withholds(privileges, `dashboardReports.${part}_view`))
  const keys: readonly string[] = withheld.flatMap((part) => indicatorParts[part])
  return {
    ...report,
    indicators: report.indicators.map((one) => (keys.includes(one.key) ? { ...one, ...unsaid } : one)),
    ...(withheld.includes('productivity') && { spans: [], steps: [], contractors: [], operators: [] }),
    ...(withheld.includes('network') && { ports: [], zones: [] }),
  }
}

/** The indicators of a period, as far as the session may see them. */
export async function readIndicators(sql: Sql, principal: Principal, asked: Asked): Promise<IndicatorReport> {
  const { account_type: type, account_id } = principal
  if (asked.vno_id !== undefined && type !== 'ad') throw wrong('vno_id')
  assertDays(asked)
  const vno = type === 'ad' ? (asked.vno_id ?? null) : (principal.vno?.id ?? 0)
  // A technician gets the own figures, whatever the request names.
  const technical = type === 'te' ? account_id : (asked.technical_id ?? null)
  const { contractor_id: contractor = null, ine_code: zone = null } = asked
  const of = {
    vno: vno !== null,
    contractor: contractor !== null,
    technical: technical !== null,
    zone: zone !== null,
  }
  const text = await sql.json(indicatorReport(of), [asked.from, asked.to, vno, contractor, technical, zone])
  const { record } = JSON.parse(text ?? '') as { record: IndicatorReport }
  return granted(principal, record)
}

export const indicators = {
  'admin_vno/reports/indicators/get': (async ({ principal, sql }, asked) => ({
    record: await readIndicators(sql, principal, asked),
  })) satisfies ReadHandler<'admin_vno/reports/indicators/get'>,

  'admin_vno/reports/indicators/download': (async ({ principal, sql }, { format, ...asked }) => {
    const record = await readIndicators(sql, principal, asked)
    const { name: fileName, mime: contentType, bytes } = await drawIndicators(record, format)
    return { body: Readable.from([bytes]), contentType, fileName, bytes: bytes.length }
  }) satisfies BlobHandler<'admin_vno/reports/indicators/download'>,
}
