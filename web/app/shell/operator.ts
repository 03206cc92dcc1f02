import type { UserInfo } from '@hilo/contract/account.ts'
import { text } from '../../ui/text.ts'

/** Whom somebody works for, as shown under his name. */
export function operatorOf(info: UserInfo): string {
  const vno = info.vno_admin_account?.vno ?? info.technical_account?.vno
  return vno?.name ?? (info.admin_account ? text('shell.neutral') : '')
}
