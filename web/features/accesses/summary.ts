import type { Access } from '@hilo/contract/accesses/accesses.ts'
import type { DiagnosisRecord } from '@hilo/contract/accesses/ont.ts'
import { formatDateTime } from '../../ui/format.ts'
import { readTime } from '../../ui/read-time.ts'
import { text } from '../../ui/text.ts'

/** Diagnosis as plain text, to send to a colleague. */
export function summaryOf(
  access: Access,
  { taken_at, source, verdict_text, action_text, tests }: DiagnosisRecord,
): string {
  const place = `${access.cto.code}, ${text('list.port', { number: access.port_number })}`
  return [
    `${access.code} · ${place}${access.ont.serial === null ? '' : ` · ${access.ont.serial}`}`,
    readTime(formatDateTime(taken_at), source),
    `${verdict_text} ${action_text}`,
    ...tests.map((one) => `${one.number}. ${one.name}: ${one.text}`),
  ].join('\n')
}
