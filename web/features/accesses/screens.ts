import { screen } from '../../ui/lazy-screen.ts'

const accesses = () => import('./AccessesScreen.tsx')
const acts = () => import('./ActScreens.tsx')

export const accessesScreens = {
  '/accesos': screen(accesses, 'AccessesScreen'),
  '/accesos/consulta': screen(accesses, 'NetworkAccessesScreen'),
  '/accesos/$id': screen(() => import('./AccessScreen.tsx'), 'AccessScreen'),
  '/accesos/$id/datos': screen(() => import('./RawDataScreen.tsx'), 'RawDataScreen'),
  '/diagnostico': screen(() => import('./DiagnosisScreen.tsx'), 'DiagnosisScreen'),
  '/diagnostico/reinicios': screen(() => import('./ResetsScreen.tsx'), 'ResetsScreen'),
  '/factibilidad': screen(() => import('./FeasibilityScreen.tsx'), 'FeasibilityScreen'),
  '/factibilidad/consultas': screen(() => import('./InquiriesScreen.tsx'), 'InquiriesScreen'),
  '/bajas': screen(acts, 'UnsubscriptionsScreen'),
  '/cambio-equipo': screen(acts, 'DevicesScreen'),
} as const
