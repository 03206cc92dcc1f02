import { screen } from '../../ui/lazy-screen.ts'

const settings = () => import('./SettingsScreen.tsx')

export const settingsScreens = {
  '/configuracion/intervencion': screen(settings, 'EventSettingsScreen'),
  '/configuracion/finalizacion': screen(settings, 'FinalizationSettingsScreen'),
  '/configuracion/informes': screen(settings, 'ReportSettingsScreen'),
  '/configuracion/seguridad': screen(settings, 'SecuritySettingsScreen'),
  '/configuracion/motivos': screen(() => import('./ReasonsScreen.tsx'), 'ReasonsScreen'),
  '/configuracion/avisos': screen(() => import('./NoticesScreen.tsx'), 'NoticesScreen'),
  '/configuracion/interfaz': screen(() => import('./InterfaceScreen.tsx'), 'InterfaceScreen'),
} as const
