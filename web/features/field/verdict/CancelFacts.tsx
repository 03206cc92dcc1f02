import { eventType } from '@hilo/domain/status.ts'
import { useCall } from '../../../api/query.ts'
import { outbox } from '../../../offline/outbox.ts'
import { formatDateTime } from '../../../ui/format.ts'
import { text } from '../../../ui/text.ts'
import css from '../phone.module.css'
import type { Work } from '../work.ts'

const textOf = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value : null)

/** The request that cancelled an intervention: the server's, or the one sent from this device. */
function useCancellation(work: Work) {
  const filter = { parent_id: work.id, type: eventType.is.cancelledListener }
  const { data } = useCall('admin_vno/events/get', { filter, limit: 1 }, { enabled: work.id > 0 })
  const request = data?.records[0]
  const sent = outbox
    .get()
    .findLast(({ group, path }) => group === String(work.id) && path === 'admin_vno/events/cancel')
  return {
    by: request?.created_by?.name ?? work.technical?.name ?? null,
    at: work.finished_at ?? request?.created_at ?? null,
    why: request?.error?.text ?? textOf(sent?.query['reason']),
  }
}

/** Pictures and completed steps of an intervention, in words. */
function keptOf({ steps }: Work): string {
  const done = steps?.filter(({ status }) => status === 'done').length ?? 0
  const pictures = steps?.reduce((sum, one) => sum + one.pictures.length, 0) ?? 0
  if (done + pictures === 0) return text('tech.cancelled.kept.none')
  const parts = [
    ...(done > 0 ? [text('tech.cancelled.kept.steps', { count: done })] : []),
    ...(pictures > 0 ? [text('tech.cancelled.kept.pictures', { count: pictures })] : []),
  ]
  return parts.join(text('tech.cancelled.kept.and'))
}

/** Who cancelled an intervention, when and why, and what of it is kept. */
export function CancelFacts({ work }: { work: Work }) {
  const { by, at, why } = useCancellation(work)
  const facts: [string, string | null][] = [
    ['by', by],
    ['at', at && formatDateTime(at)],
    ['why', why ?? work.error?.text ?? text('tech.cancelled.why.none')],
    ['kept', keptOf(work)],
  ]
  return (
    <dl className={`grid gap-8 ${css.card}`}>
      {facts.map(
        ([name, value]) =>
          value !== null && (
            <div key={name}>
              <dt className="ink-note">{text(`tech.cancelled.${name}`)}</dt>
              <dd className="semibold anywhere">{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
