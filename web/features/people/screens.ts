import { screen } from '../../ui/screen.ts'

const lists = () => import('./list-screens.tsx')

export const peopleScreens = {
  '/tecnicos': screen(lists, 'TechnicalsScreen'),
  '/tecnicos/$id': screen(() => import('./PersonScreen.tsx'), 'TechnicalScreen'),
  '/contratas': screen(lists, 'ContractorsScreen'),
  '/contratas/$id': screen(() => import('./ContractorPanel.tsx'), 'ContractorScreen'),
  '/administradores': screen(lists, 'AdminsScreen'),
  '/administradores/$id': screen(() => import('./PersonScreen.tsx'), 'AdminScreen'),
  '/administradores-red': screen(lists, 'NeutralAdminsScreen'),
  '/administradores-red/$id': screen(() => import('./PersonScreen.tsx'), 'NeutralAdminScreen'),
  '/invitaciones': screen(lists, 'InvitationsScreen'),
  '/roles': screen(lists, 'RolesScreen'),
  '/roles/$id': screen(() => import('./RoleScreen.tsx'), 'RoleScreen'),
  '/roles-red': screen(lists, 'NeutralRolesScreen'),
  '/operadores': screen(lists, 'OperatorsScreen'),
  '/correo': screen(lists, 'MailScreen'),
  '/claves-api': screen(lists, 'ApiKeysScreen'),
} as const
