import { ListScreen } from '../../lists/ListScreen.tsx'
import { apiRequestsList } from './api-requests.list.ts'
import { enrollmentsList, unenrollmentsList } from './enrollments.list.ts'

export function EnrollmentsScreen() {
  return <ListScreen list={enrollmentsList} />
}

export function UnenrollmentsScreen() {
  return <ListScreen list={unenrollmentsList} />
}

export function ApiRequestsScreen() {
  return <ListScreen list={apiRequestsList} />
}
