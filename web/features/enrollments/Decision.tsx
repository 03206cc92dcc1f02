import type { Enrollment } from '@hilo/contract/enrollments/enrollments.ts'
import { Facts } from '../../lists/panel/Facts.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { text } from '../../ui/text.ts'

/** Decision on an enrolment, with author and reason. */
export function Decision({ enrollment: one }: { enrollment: Enrollment }) {
  const decided = one.verification_state !== 'pendiente'
  return (
    <Facts
      facts={[
        decided && {
          name: 'enrollment.decided_by',
          value: one.verified_by?.name ?? text('enrollment.by_itself'),
        },
        one.verified_at !== null && { name: 'column.enrollments.verified_at', value: formatDateTime(one.verified_at) },
        one.repeat_asked_at !== null && {
          name: 'enrollment.repeat_asked',
          value: formatDateTime(one.repeat_asked_at),
        },
        { name: 'column.enrollments.reject_reason', value: one.reject_reason },
      ]}
    />
  )
}
