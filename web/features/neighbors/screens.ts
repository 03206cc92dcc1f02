import { listScreen } from '../../lists/list-screen.ts'
import { screen } from '../../ui/lazy-screen.ts'

export const neighboursScreens = {
  '/vecinos': screen(() => import('./BoxStateScreen.tsx'), 'BoxStateScreen'),
  '/vecinos/masiva': screen(() => import('./MassiveScreen.tsx'), 'MassiveScreen'),
  '/vecinos/masiva/$id': screen(() => import('./MassiveJobScreen.tsx'), 'MassiveJobScreen'),
  '/vecinos/desconectados': listScreen(() => import('./unplugged.list.ts'), 'unpluggedList'),
  '/vecinos/cortes/informe': screen(() => import('./CutsReportScreen.tsx'), 'CutsReportScreen'),
  '/vecinos/informes/$id': screen(() => import('./QualityReportScreen.tsx'), 'QualityReportScreen'),
} as const
