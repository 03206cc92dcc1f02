import { accept } from './agreements.ts'
import { edit } from './edit.ts'
import { leave } from './leave.ts'

/** What a person does with his own account. */
export const own = {
  'account/edit': edit,
  'account/delete': leave,
  'account/agreements/accept': accept,
}
