import { ListScreen } from '../../lists/ListScreen.tsx'
import { adminsList, neutralAdminsList } from './admins.list.ts'
import { apiKeysList } from './apikeys.list.ts'
import { contractorsList } from './contractors.list.ts'
import { invitationsList } from './invitations.list.ts'
import { mailList } from './mail.list.ts'
import { operatorsList } from './operators.list.ts'
import { neutralRolesList, rolesList } from './roles.list.ts'
import { technicalsList } from './technicals.list.ts'

export const TechnicalsScreen = () => <ListScreen list={technicalsList} />
export const ContractorsScreen = () => <ListScreen list={contractorsList} />
export const AdminsScreen = () => <ListScreen list={adminsList} />
export const NeutralAdminsScreen = () => <ListScreen list={neutralAdminsList} />
export const InvitationsScreen = () => <ListScreen list={invitationsList} />
export const MailScreen = () => <ListScreen list={mailList} />
export const OperatorsScreen = () => <ListScreen list={operatorsList} />
export const ApiKeysScreen = () => <ListScreen list={apiKeysList} />
export const RolesScreen = () => <ListScreen list={rolesList} />
export const NeutralRolesScreen = () => <ListScreen list={neutralRolesList} />
