import { Problem } from '@hilo/domain/problem.ts'
import type { Platform } from '@hilo/domain/device.ts'
import type { AccountType } from '@hilo/domain/account.ts'
import type { Privileges } from '@hilo/domain/privilege.ts'

/** Data of a session, from the SQL function session_person. */
export interface Principal {
  /** Changes whenever the session's rights may have changed. */
  stamp: string
  session_id: number
  account_type: AccountType
  account_id: number
  /** `api`: an API key. */
  channel: Platform | 'api'
  expires_at: string
  install_id: string | null
  user: { id: number; name: string; email: string; tax_id: string | null; phone: string | null; picture: number | null }
  role: { id: number; key: string; name: string }
  base: 'admin' | 'vno' | 'adminVNO' | 'technician'
  status: number
  privileges: Privileges
  profile: Record<string, unknown> | null
  vno: {
    id: number
    name: string
    description: string | null
    externalId: string
    status: { id: number; comments: string | null }
    logo_file_id: number | null
    contact: { noc_phone: string | null; noc_email: string | null }
  } | null
  contractor: { id: number; name: string; cif: string | null } | null
  employee_code: string | null
  prl_valid_until: string | null
  /** Null for accounts without field work. */
  skills: string[] | null
  zones: string[] | null
  /** Mandatory agreements are pending. */
  agreements_due: boolean
  /** An administrator who must have a passkey and has none. */
  passkey_due: boolean
}

/** The neutral operator's session, which acts for all operators. */
export const isNeutral = ({ account_type }: Pick<Principal, 'account_type'>): boolean => account_type === 'ad'

/** @throws Problem PRIVILEGE_DENIED for every session but the neutral operator's, whatever its privileges */
export function onlyNeutral(principal: Pick<Principal, 'account_type'>): void {
  if (!isNeutral(principal)) throw new Problem('PRIVILEGE_DENIED')
}
