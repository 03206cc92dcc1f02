import { useEffect, useState } from 'react'
import { shareCopy } from '../../offline/copy.ts'
import { operationsOf } from '../../offline/kept.ts'
import { mark } from '../../offline/mark.ts'
import { pending, type Operation } from '../../offline/operation.ts'
import { text } from '../../ui/text.ts'
import styles from './login.module.css'

interface Unsent {
  user: number
  operations: readonly Operation[]
}

/**
 * Work that waits here for somebody whose session has ended, as of an account that was suspended: it goes when he is back;
 * if he may not come back he puts it in a safe place. Whoever signs out has it sealed, and it is not offered.
 */
export function UnsentHere() {
  const [unsent, setUnsent] = useState<readonly Unsent[]>([])
  useEffect(() => {
    const found = mark.all().map(async (user) => ({ user, operations: pending(await operationsOf(user)) }))
    void Promise.all(found).then((all) => setUnsent(all.filter(({ operations }) => operations.length > 0)))
  }, [])
  return unsent.map(({ user, operations }) => (
    <div key={user} className={styles.notice} role="status">
      <strong>{text('login.unsent', { count: operations.length })}</strong> {text('login.unsent.text')}{' '}
      <button type="button" className="button" onClick={() => void shareCopy(operations, { id: user, name: '' })}>
        {text('tech.pending.copy')}
      </button>
    </div>
  ))
}
