import { session } from '../../api/session.ts'
import type { Role } from './role-values.ts'

/** Of whose people a role is decides which privilege its acts take. */
export const mayRole = ({ scope }: Role, action: 'edit' | 'create' | 'delete'): boolean =>
  session.can(`${scope === 'neutral' ? 'role' : 'role-admin-vno'}_${action}`)
