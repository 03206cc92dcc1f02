import { listScreen } from '../../lists/list-screen.ts'
import { screen } from '../../ui/lazy-screen.ts'

export const enrollmentsScreens = {
  '/verificacion': screen(() => import('./VerificationScreen.tsx'), 'VerificationScreen'),
  '/matriculaciones': listScreen(() => import('./enrollments.list.ts'), 'enrollmentsList'),
  '/matriculaciones/$id': screen(() => import('./EnrollmentScreen.tsx'), 'EnrollmentScreen'),
  '/bajas-matricula': listScreen(() => import('./enrollments.list.ts'), 'unenrollmentsList'),
} as const
