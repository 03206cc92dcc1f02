import { useState } from 'react'
import { serverNow } from '../../api/clock.ts'
import { call } from '../../api/call.ts'
import { problemText } from '../../api/problem-text.ts'
import { Button } from '../../kit/Button.tsx'
import { saveFile } from '../../lists/download/save-file.ts'
import { Card } from '../../kit/Page.tsx'
import { text } from '../../ui/text.ts'
import { DeleteAccount } from './DeleteAccount.tsx'
import styles from './profile.module.css'

/** Export of the stored personal data, and deletion of the account. */
export function OwnAccount() {
  const [leaving, setLeaving] = useState(false)
  return (
    <Card title={text('profile.account')}>
      <div className={styles.session}>
        <div>
          <p className="flex wrap semibold gap-x-10">{text('profile.export')}</p>
          <p className="small ink-2">{text('profile.export.text')}</p>
        </div>
        <ExportButton />
      </div>
      <div className={styles.session}>
        <div>
          <p className="flex wrap semibold gap-x-10">{text('profile.delete')}</p>
          <p className="small ink-2">{text('profile.delete.text')}</p>
        </div>
        <Button size="small" aria-haspopup="dialog" onClick={() => setLeaving(true)}>
          {text('profile.delete.open')}
        </Button>
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
      <Button size="small" busy={busy} onClick={() => void save()}>
        {text(busy ? 'profile.export.busy' : 'profile.export.save')}
      </Button>
      {problem !== null && (
        <p className="note full" data-tone="danger" role="alert">
          {problem}
        </p>
      )}
    </>
  )
}
