import { screen } from '../../ui/lazy-screen.ts'

export const accountScreens = {
  '/perfil': screen(() => import('./ProfileScreen.tsx'), 'ProfileScreen'),
  '/soporte': screen(() => import('./SupportScreen.tsx'), 'SupportScreen'),
} as const

/** With or without a session. */
export const publicScreens = {
  '/signup': screen(() => import('./SignupScreen.tsx'), 'SignupScreen'),
  '/codigo': screen(() => import('./CodeScreen.tsx'), 'CodeScreen'),
  '/password-reset': screen(() => import('./PasswordResetScreen.tsx'), 'PasswordResetScreen'),
  '/password-reset/verify': screen(() => import('./PasswordVerifyScreen.tsx'), 'PasswordVerifyScreen'),
  '/password-reset/new': screen(() => import('./PasswordNewScreen.tsx'), 'PasswordNewScreen'),
  '/llave-de-acceso': screen(() => import('./PasskeyDueScreen.tsx'), 'PasskeyDueScreen'),
  '/agreements': screen(() => import('./AgreementsScreen.tsx'), 'AgreementsScreen'),
  '/pendiente': screen(() => import('./PendingScreen.tsx'), 'PendingScreen'),
  '/oauth/native': screen(() => import('./NativeReturnScreen.tsx'), 'NativeReturnScreen'),
  '/verificar': screen(() => import('./VerifyDischargeScreen.tsx'), 'VerifyDischargeScreen'),
  '/ayuda': screen(() => import('./HelpScreen.tsx'), 'HelpScreen'),
} as const
