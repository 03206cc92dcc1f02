import { ListScreen } from '../../lists/ListScreen.tsx'
import { enrollmentsList, unenrollmentsList } from './enrollments.list.ts'

export function EnrollmentsScreen() {
  return <ListScreen list={enrollmentsList} />
}

export function UnenrollmentsScreen() {
  return <ListScreen list={unenrollmentsList} />
}
