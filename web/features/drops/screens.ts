import { screen } from '../../ui/screen.ts'

export const dropsScreens = {
  '/acometidas': screen(() => import('./DropsScreen.tsx'), 'DropsScreen'),
  '/acometidas/$id': screen(() => import('./DropScreen.tsx'), 'DropScreen'),
} as const
