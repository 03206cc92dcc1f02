import type { TaskList } from 'graphile-worker'
import type { Config } from '../config.ts'
import type { Database } from '../db/open.ts'
import type { FileStore } from '../files/store.ts'
import { forget } from './forget.ts'
import { resetTask, sendCode } from './reset.ts'
import { sendConfirmation, signupTask } from './signup-request.ts'

interface Parts {
  db: Pick<Database, 'app' | 'owner'>
  config: Pick<Config, 'issuer' | 'publicUrl'>
}

/** Jobs of accounts. */
export function accountTasks(parts: Parts, store: FileStore): TaskList {
  return {
    // With a foreign issuer there is no password to reset.
    [resetTask]: async (payload) => {
      if (!parts.config.issuer) await sendCode(parts.db.app, payload)
    },
    [signupTask]: async (payload) => {
      if (!parts.config.issuer) await sendConfirmation(parts.db.app, parts.config, payload)
    },
    'account.forget': async (payload) => await forget(parts.db.owner, store, (payload as { user_id: number }).user_id),
  }
}
