import type { UserInfo } from '@hilo/contract/account/account.ts'
import { text } from '../../ui/text.ts'

const vnoOf = (info: UserInfo) => info.vno_admin_account?.vno ?? info.technical_account?.vno

/** File id of the operator's logo; a stored session of an older version has none. */
export const logoOf = (info: UserInfo): number | null => vnoOf(info)?.logo_file_id ?? null

/** Operator name shown below the user's name. */
export function operatorOf(info: UserInfo): string {
  return vnoOf(info)?.name ?? (info.admin_account ? text('shell.neutral') : '')
}
