import { useState } from 'react'
import { serverNow } from '../../api/clock.ts'
import { call } from '../../api/call.ts'
import { problemText } from '../../api/problem-text.ts'
import { saveFile } from '../../lists/download/save-file.ts'
import { Card } from '../../ui/Page.tsx'
import { text } from '../../ui/text.ts'
import { DeleteAccount } from './DeleteAccount.tsx'
import styles from './profile.module.css'

/** Everything that is kept of the person, to take along; and the end of his account. */
export function OwnAccount() {
  const [leaving, setLeaving] = useState(false)
  return (
    <Card title={text('profile.account')}>
      <div className={styles.session}>
        <div>
          <p className={styles.device}>{text('profile.export')}</p>
          <p className={styles.note}>{text('profile.export.text')}</p>
        </div>
        <ExportButton />
      </div>
      <div className={styles.session}>
        <div>
          <p className={styles.device}>{text('profile.delete')}</p>
          <p className={styles.note}>{text('profile.delete.text')}</p>
        </div>
        <button type="button" className="hl-button hl-small" aria-haspopup="dialog" onClick={() => setLeaving(true)}>
          {text('profile.delete.open')}
        </button>
      </div>
      {leaving && <DeleteAccount close={() => setLeaving(false)} />}
    </Card>
  )
}

function ExportButton() {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const save = async () => {
    if (busy) return
    setBusy(true)
    setProblem(null)
    try {
      const { record } = await call('account/export', {})
      const file = new Blob([JSON.stringify(record, null, 2)], { type: 'application/json' })
      saveFile(file, text('profile.export.file', { date: new Date(serverNow()).toISOString().slice(0, 10) }))
    } catch (error) {
      setProblem(problemText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <button type="button" className="hl-button hl-small" aria-busy={busy} onClick={() => void save()}>
        {text(busy ? 'profile.export.busy' : 'profile.export.save')}
      </button>
      {problem !== null && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </>
  )
}
