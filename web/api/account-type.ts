/** The accounts that a session may have: the part of the user information that decides the type. */
interface Accounts {
  vno_admin_account: { id: number } | null
  technical_account: { id: number } | null
  admin_account: { id: number } | null
}
export type AccountType = 'va' | 'ad' | 'te' | 'none'

const idPaths = [
  ['va', 'vno_admin_account'],
  ['ad', 'admin_account'],
  ['te', 'technical_account'],
] as const

/** Type by the first account id above zero, in this order. */
export function accountTypeOf(info: Accounts): AccountType {
  return idPaths.find(([, account]) => (info[account]?.id ?? 0) > 0)?.[0] ?? 'none'
}
