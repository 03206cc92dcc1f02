import { useEffect, useState } from 'react'
import { Button } from '../../kit/Button.tsx'
import { shareUnsentExport } from '../../offline/export-unsent.ts'
import { operationsOf } from '../../offline/operation-store.ts'
import { unsentMark } from '../../offline/unsent-mark.ts'
import { pending, type Operation } from '../../offline/operation.ts'
import { text } from '../../ui/text.ts'
import styles from './login.module.css'

interface Unsent {
  user: number
  operations: readonly Operation[]
}

/**
 * Unsent work of an ended session, e.g. of a suspended account: it is sent after the next sign-in, or exported if the
 * account stays closed. Signing out seals the work, and sealed work is not offered.
 */
export function UnsentHere() {
  const [unsent, setUnsent] = useState<readonly Unsent[]>([])
  useEffect(() => {
    const found = unsentMark.all().map(async (user) => ({ user, operations: pending(await operationsOf(user)) }))
    void Promise.all(found).then((all) => setUnsent(all.filter(({ operations }) => operations.length > 0)))
  }, [])
  return unsent.map(({ user, operations }) => (
    <div key={user} className={styles.notice} role="status">
      <strong>{text('login.unsent', { count: operations.length })}</strong> {text('login.unsent.text')}{' '}
      <Button size="large" onClick={() => void shareUnsentExport(operations, { id: user, name: '' })}>
        {text('tech.pending.copy')}
      </Button>
    </div>
  ))
}
