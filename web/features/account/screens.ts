import { screen } from '../../ui/screen.ts'

export const accountScreens = {
  '/perfil': screen(() => import('./ProfileScreen.tsx'), 'ProfileScreen'),
} as const

/** For anybody, signed in or not. */
export const publicScreens = {} as const
