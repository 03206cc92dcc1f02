import { screen } from '../../ui/lazy-screen.ts'

export const enrollmentsScreens = {
  '/verificacion': screen(() => import('./VerificationScreen.tsx'), 'VerificationScreen'),
  '/matriculaciones': screen(() => import('./EnrollmentsScreen.tsx'), 'EnrollmentsScreen'),
  '/matriculaciones/$id': screen(() => import('./EnrollmentScreen.tsx'), 'EnrollmentScreen'),
  '/bajas-matricula': screen(() => import('./EnrollmentsScreen.tsx'), 'UnenrollmentsScreen'),
} as const
