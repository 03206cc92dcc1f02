import { screen } from '../../ui/lazy-screen.ts'

const lists = () => import('./list-screens.tsx')

export const peopleScreens = {
  '/tecnicos': screen(lists, 'TechnicalsScreen'),
  '/tecnicos/$id': screen(() => import('./PersonScreen.tsx'), 'TechnicalScreen'),
  '/contratas/$id': screen(() => import('./ContractorScreen.tsx'), 'ContractorScreen'),
  '/administradores/$id': screen(() => import('./PersonScreen.tsx'), 'AdminScreen'),
  '/administradores-red/$id': screen(() => import('./PersonScreen.tsx'), 'NeutralAdminScreen'),
  '/roles': screen(lists, 'RolesScreen'),
  '/roles/$id': screen(() => import('./RoleScreen.tsx'), 'RoleScreen'),
  '/roles-red': screen(lists, 'NeutralRolesScreen'),
} as const
