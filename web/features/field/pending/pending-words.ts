import { fieldSteps } from '@hilo/domain/status.ts'
import type { Operation } from '../../../offline/operation.ts'
import { pending } from '../../../offline/operation.ts'
import { formatNumber, formatPowerUnit } from '../../../ui/format.ts'
import { text } from '../../../ui/text.ts'

const isPicture = ({ path }: Operation) => path === 'admin_vno/enrollments/pictures/upload'
const kindNames: Readonly<Record<string, string>> = { 1: 'meter', 2: 'cto_label', 3: 'drop_label' }

/** "2 fotos y 1 finalización" */
export function pendingWords(operations: readonly Operation[]): string {
  const waiting = pending(operations)
  const pictures = waiting.filter(isPicture).length
  const rest = waiting.length - pictures
  const words = [
    pictures > 0 ? text('tech.pending.pictures', { count: pictures }) : '',
    rest > 0 ? text('tech.pending.others', { count: rest }) : '',
  ]
  return words.filter(Boolean).join(text('tech.and'))
}

const pathKeys: Readonly<Record<string, string>> = {
  'admin_vno/events/create': 'create',
  'admin_vno/events/finalize': 'finalize',
  'admin_vno/events/cancel': 'cancel',
  'admin_vno/events/retry': 'retry',
  'admin_vno/events/override/request': 'permission',
  'admin_vno/assigments/cancel_service_order': 'cancel_order',
}

/** Name of an operation. */
export function operationName(operation: Operation): string {
  const { path, query } = operation
  if (query['signature'] === true) return text('tech.op.signature')
  if (isPicture(operation)) {
    const kind = kindNames[String(query['label_kind'])]
    return kind ? text(`tech.op.picture.${kind}`) : text('tech.op.picture', { step: stepName(query['step']) })
  }
  if (path !== 'admin_vno/events/step/save') return text(`tech.op.${pathKeys[path] ?? 'other'}`)
  const data = query['data']
  const power = typeof data === 'object' && data !== null && 'power_dbm' in data ? data.power_dbm : null
  if (typeof power === 'number') return text('tech.op.power', { power: formatPowerUnit(power) ?? '' })
  return text(query['status'] === 'done' ? 'tech.op.step' : 'tech.op.begin', { step: stepName(query['step']) })
}

const stepName = (value: unknown) => {
  const step = fieldSteps.find((one) => one === value)
  return step ? text(`choice.step.${step}`) : ''
}

/** "386 kB": size of the files of an operation; null without files. */
export function sizeOf({ files }: Operation): string | null {
  const bytes = Object.values(files).reduce((sum, file) => sum + file.size, 0)
  return bytes === 0 ? null : `${formatNumber(Math.max(1, Math.round(bytes / 1000)))}\u00a0kB`
}

/** Last time that the server answered, ms since 1970: an operation that it confirmed is an answer too. Null before the first. */
export function lastContact(heard: number | null, operations: readonly Pick<Operation, 'sent_at'>[]): number | null {
  const times = [heard, ...operations.map(({ sent_at }) => sent_at)].filter((time) => time !== null)
  return times.length === 0 ? null : Math.max(...times)
}
