import { listScreen } from '../../lists/list-screen.ts'
import { screen } from '../../ui/lazy-screen.ts'

const roles = () => import('./roles.list.ts')

export const peopleScreens = {
  '/tecnicos': listScreen(() => import('./technicals.list.ts'), 'technicalsList'),
  '/tecnicos/$id': screen(() => import('./PersonScreen.tsx'), 'TechnicalScreen'),
  '/contratas/$id': screen(() => import('./ContractorScreen.tsx'), 'ContractorScreen'),
  '/administradores/$id': screen(() => import('./PersonScreen.tsx'), 'AdminScreen'),
  '/administradores-red/$id': screen(() => import('./PersonScreen.tsx'), 'NeutralAdminScreen'),
  '/roles': listScreen(roles, 'rolesList'),
  '/roles/$id': screen(() => import('./RoleScreen.tsx'), 'RoleScreen'),
  '/roles-red': listScreen(roles, 'neutralRolesList'),
} as const
