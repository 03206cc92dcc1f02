import { session } from '../../api/session.ts'
import type { Role } from './role-values.ts'

/** The scope of a role determines which privilege its actions require. */
export const mayRole = ({ scope }: Role, action: 'edit' | 'create' | 'delete'): boolean =>
  session.can(`${scope === 'neutral' ? 'role' : 'role-admin-vno'}_${action}`)
