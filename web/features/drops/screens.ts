import { screen } from '../../ui/lazy-screen.ts'

export const dropsScreens = {
  '/acometidas/$id': screen(() => import('./DropScreen.tsx'), 'DropScreen'),
} as const
