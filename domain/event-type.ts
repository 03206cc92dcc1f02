import { allows, type Area, type Privileges } from './privilege.ts'
import { eventType } from './status.ts'

const { is } = eventType

/** Area whose view privilege shows each event type. */
const eventTypeArea: Readonly<Record<number, Area>> = {
  [is.createListener]: 'event',
  [is.finalizeListener]: 'eventFinalization',
  [is.cancelledListener]: 'eventCancellation',
  [is.enrollmentDetect]: 'enrollments',
  [is.hairChangeRequest]: 'hairChange',
  [is.hairChangeResponse]: 'hairChange',
  [is.unsubscription]: 'accessUnsubscriptions',
  [is.apiEnrollment]: 'apiRequest',
  [is.apiUnenrollment]: 'apiRequest',
  [is.apiEnrollmentUploadfile]: 'apiRequest',
}

/** The event types that a session may see; null for all of them. */
export function visibleEventTypes(privileges: Privileges): number[] | null {
  const visible = eventType.values.filter((type) => {
    const area = eventTypeArea[type]
    return area !== undefined && allows(privileges, `${area}_view`)
  })
  return visible.length === eventType.values.length ? null : visible
}
