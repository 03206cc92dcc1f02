/** The accounts that a session may hold; the rest of the user information does not matter here. */
export interface Accounts {
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

/** The type follows from which id is above zero, in this order. */
export function accountTypeOf(info: Accounts): AccountType {
  return idPaths.find(([, account]) => (info[account]?.id ?? 0) > 0)?.[0] ?? 'none'
}
