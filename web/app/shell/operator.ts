import type { UserInfo } from '@hilo/contract/account.ts'
import { text } from '../../ui/text.ts'

const vnoOf = (info: UserInfo) => info.vno_admin_account?.vno ?? info.technical_account?.vno

/** The file of its logo. What was kept before operators had any says nothing of it. */
export const logoOf = (info: UserInfo): number | null => vnoOf(info)?.logo_file_id ?? null

/** Whom somebody works for, as shown under his name. */
export function operatorOf(info: UserInfo): string {
  return vnoOf(info)?.name ?? (info.admin_account ? text('shell.neutral') : '')
}
