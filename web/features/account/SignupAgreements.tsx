import { useId, useState } from 'react'
import { Button, Press } from '../../kit/Button.tsx'
import type { Form } from '../../ui/form/use-form.ts'
import { text } from '../../ui/text.ts'
import { Dialog } from '../../kit/Dialog.tsx'
import type { Agreement } from './records.ts'
import { AgreementText } from './AgreementText.tsx'
import styles from './signup.module.css'
import type { SignupValues } from './use-signup.ts'

interface SignupAgreementsProps {
  form: Form<SignupValues>
  agreements: readonly Agreement[]
}

/** Agreements required for signing up, with their texts. */
export function SignupAgreements({ form, agreements }: SignupAgreementsProps) {
  const [read, setRead] = useState<Agreement | null>(null)
  const id = useId()
  const { agreed } = form.values
  const tick = (one: string, ticked: boolean) =>
    form.set({ agreed: ticked ? [...agreed, one] : agreed.filter((other) => other !== one) })
  if (agreements.length === 0) return null
  return (
    <fieldset className={`${styles.agreements} grid gap-2 shrink no-margin no-padding no-border`} aria-describedby={id}>
      <legend className="semibold no-padding">{text('signup.agreements')}</legend>
      {agreements.map((agreement) => (
        <div key={agreement.id} className={styles.agreement}>
          <label className="flex middle gap-10 pointer min-h-44">
            <input
              className="rigid"
              type="checkbox"
              checked={agreed.includes(String(agreement.id))}
              onChange={({ target }) => tick(String(agreement.id), target.checked)}
            />
            {text('signup.agree', { title: agreement.title, version: agreement.version })}
          </label>
          <Press className={styles.read} aria-haspopup="dialog" onClick={() => setRead(agreement)}>
            {text('agreements.read')}
            <span className="hidden-visually"> {agreement.title}</span>
          </Press>
        </div>
      ))}
      <small className="ink-danger" id={id} role={form.wrong.agreed === undefined ? undefined : 'alert'}>
        {form.wrong.agreed ?? ''}
      </small>
      {read !== null && <AgreementDialog agreement={read} close={() => setRead(null)} />}
    </fieldset>
  )
}

function AgreementDialog({ agreement, close }: { agreement: Agreement; close: () => void }) {
  return (
    <Dialog close={close} className={styles.dialog} title={agreement.title}>
      <AgreementText html={agreement.html_sanitised} label={agreement.title} />
      <Button size="large" onClick={close}>
        {text('shell.close')}
      </Button>
    </Dialog>
  )
}
