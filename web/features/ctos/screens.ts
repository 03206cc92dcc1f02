import { screen } from '../../ui/screen.ts'

export const ctosScreens = {
  '/ctos': screen(() => import('./CtosScreen.tsx'), 'CtosScreen'),
  '/ctos/$id': screen(() => import('./CtoScreen.tsx'), 'CtoScreen'),
} as const
