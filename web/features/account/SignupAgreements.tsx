import { useId, useState } from 'react'
import type { Form } from '../../ui/form/use-form.ts'
import { text } from '../../ui/text.ts'
import { useDialog } from '../../ui/use-dialog.ts'
import type { Agreement } from './AgreementsScreen.tsx'
import { AgreementText } from './AgreementText.tsx'
import styles from './signup.module.css'
import type { SignupValues } from './SignupForm.tsx'

interface SignupAgreementsProps {
  form: Form<SignupValues>
  agreements: readonly Agreement[]
}

/** What has to be accepted to come in, each with its text at hand. */
export function SignupAgreements({ form, agreements }: SignupAgreementsProps) {
  const [read, setRead] = useState<Agreement | null>(null)
  const id = useId()
  const { agreed } = form.values
  const tick = (one: string, ticked: boolean) =>
    form.set({ agreed: ticked ? [...agreed, one] : agreed.filter((other) => other !== one) })
  if (agreements.length === 0) return null
  return (
    <fieldset className={styles.agreements} aria-describedby={id}>
      <legend>{text('signup.agreements')}</legend>
      {agreements.map((agreement) => (
        <div key={agreement.id} className={styles.agreement}>
          <label>
            <input
              type="checkbox"
              checked={agreed.includes(String(agreement.id))}
              onChange={({ target }) => tick(String(agreement.id), target.checked)}
            />
            {text('signup.agree', { title: agreement.title, version: agreement.version })}
          </label>
          <button type="button" className={styles.read} aria-haspopup="dialog" onClick={() => setRead(agreement)}>
            {text('agreements.read')}
            <span className="hidden-visually"> {agreement.title}</span>
          </button>
        </div>
      ))}
      <small id={id} role={form.wrong.agreed === undefined ? undefined : 'alert'}>
        {form.wrong.agreed ?? ''}
      </small>
      {read !== null && <AgreementDialog agreement={read} close={() => setRead(null)} />}
    </fieldset>
  )
}

function AgreementDialog({ agreement, close }: { agreement: Agreement; close: () => void }) {
  const dialog = useDialog(close)
  const id = useId()
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={id}>
      <h2 id={id}>{agreement.title}</h2>
      <AgreementText html={agreement.html_sanitised} label={agreement.title} />
      <button type="button" className="button" onClick={close}>
        {text('shell.close')}
      </button>
    </dialog>
  )
}
