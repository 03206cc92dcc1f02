import { ListScreen } from '../../lists/ListScreen.tsx'
import { neutralRolesList, rolesList } from './roles.list.ts'
import { technicalsList } from './technicals.list.ts'

export const TechnicalsScreen = () => <ListScreen list={technicalsList} />
export const RolesScreen = () => <ListScreen list={rolesList} />
export const NeutralRolesScreen = () => <ListScreen list={neutralRolesList} />
