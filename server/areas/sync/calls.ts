import type { ReadHandler } from '../../kernel/handler.ts'
import { pull } from './pull.ts'
import { push } from './push.ts'

export const sync = {
  'admin_vno/sync/pull': (async (context, { cursor, boxes }) =>
    await pull(context, cursor ?? null, boxes ?? [])) satisfies ReadHandler<'admin_vno/sync/pull'>,
  // A read, although it changes data: each operation is a nested call with its own transaction.
  'admin_vno/sync/push': (async ({ ask }, { operations }) => ({
    results: await push(ask, operations),
  })) satisfies ReadHandler<'admin_vno/sync/push'>,
}
export const syncLists = {}
