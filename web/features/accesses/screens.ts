import { listScreen } from '../../lists/list-screen.ts'
import { screen } from '../../ui/lazy-screen.ts'

const accesses = () => import('./accesses.list.ts')
const acts = () => import('./ActScreens.tsx')

export const accessesScreens = {
  '/accesos': listScreen(accesses, 'accessesList'),
  '/accesos/consulta': listScreen(accesses, 'networkAccessesList'),
  '/accesos/$id': screen(() => import('./AccessScreen.tsx'), 'AccessScreen'),
  '/accesos/$id/datos': screen(() => import('./RawDataScreen.tsx'), 'RawDataScreen'),
  '/diagnostico': screen(() => import('./DiagnosisScreen.tsx'), 'DiagnosisScreen'),
  '/diagnostico/reinicios': listScreen(() => import('./resets.list.ts'), 'resetsList'),
  '/factibilidad': screen(() => import('./FeasibilityScreen.tsx'), 'FeasibilityScreen'),
  '/factibilidad/consultas': listScreen(() => import('./inquiries.list.ts'), 'inquiriesList'),
  '/bajas': screen(acts, 'UnsubscriptionsScreen'),
  '/cambio-equipo': screen(acts, 'DevicesScreen'),
} as const
