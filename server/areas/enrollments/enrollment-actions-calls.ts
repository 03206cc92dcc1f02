import type { WriteHandler } from '../../kernel/handler.ts'
import { apiRequests } from './api-requests-list.ts'
import { create } from './create.ts'
import { enrollments, unenrollments } from './list.ts'
import { upload } from './upload.ts'
import { verify } from './verify.ts'

/** Labels of boxes and drops: enrolled, removed, verified, and requested by API keys. */
export const enrollmentActions = {
  'admin_vno/enrollments/create': create satisfies WriteHandler<'admin_vno/enrollments/create'>,
  'admin_vno/enrollments/verify': verify satisfies WriteHandler<'admin_vno/enrollments/verify'>,
  'admin_vno/enrollments/upload': upload,
}
export const enrollmentActionsLists = {
  'admin_vno/enrollments/get': enrollments,
  'admin_vno/unenrollments/get': unenrollments,
  'admin_vno/enrollments/apirequests/get': apiRequests,
}
