import { allows, type Area, type Privileges } from './privilege.ts'
import { eventType } from './status.ts'

const { is } = eventType

/** Whose screens show a row of each type: the view privilege of that area lets it through. */
export const eventTypeArea: Readonly<Record<number, Area>> = {
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

/** The types that a session may see; null when it may see all of them. */
export function visibleEventTypes(privileges: Privileges): number[] | null {
  const visible = eventType.values.filter((type) => {
    const area = eventTypeArea[type]
    return area !== undefined && allows(privileges, `${area}_view`)
  })
  return visible.length === eventType.values.length ? null : visible
}
