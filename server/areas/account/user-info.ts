import type { UserInfo } from '@hilo/contract/account/account.ts'
import type { AreaPrivileges } from '@hilo/domain/privilege.ts'
import type { Principal } from '../../kernel/principal.ts'

const nobody: UserInfo = {
  user: { id: 0, name: '', email: '', tax_id: null, phone: null, picture: null },
  vno_admin_account: null,
  technical_account: null,
  admin_account: null,
}

type Granted = NonNullable<UserInfo['admin_account']>['privileges']

/** Privileges in the wire's form; absent means not granted. */
function granted(privileges: Principal['privileges']): Granted {
  const flags = (privs: AreaPrivileges['privs']) =>
    Object.fromEntries(Object.entries(privs).map(([name, value]) => [name, value === true]))
  return Object.fromEntries(
    Object.entries(privileges).map(([area, has]) => [
      area,
      {
        privs: flags(has?.privs ?? {}),
        ...(has?.sub_items && {
          sub_items: Object.fromEntries(
            Object.entries(has.sub_items).map(([name, { privs }]) => [name, { privs: flags(privs) }]),
          ),
        }),
      },
    ]),
  )
}

/** The operator as administrators see it; the contact is for technicians only. */
const plain = ({ contact: _, ...vno }: NonNullable<Principal['vno']>) => vno

/** The signed-in person, as session calls answer; id 0 without a session. */
export function userInfoOf(principal: Principal | null): UserInfo {
  if (!principal) return nobody
  const { user, role, status, vno, account_type: type } = principal
  const account = {
    id: principal.account_id,
    user_id: user.id,
    role,
    status,
    privileges: granted(principal.privileges),
  }
  return {
    ...nobody,
    user,
    ...(type === 'ad' && { admin_account: account }),
    ...(type === 'va' &&
      vno && {
        vno_admin_account: { ...account, vno_id: vno.id, profile: principal.profile ?? {}, vno: plain(vno) },
      }),
    ...(type === 'te' &&
      vno && {
        technical_account: {
          ...account,
          vno_id: vno.id,
          vno,
          contractor: principal.contractor,
          employee_code: principal.employee_code,
          prl_valid_until: principal.prl_valid_until,
          skills: principal.skills ?? [],
          zones: principal.zones ?? [],
        },
      }),
  }
}
