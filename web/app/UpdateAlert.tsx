import { useId } from 'react'
import { native } from '../native/index.ts'
import { openStorePage } from '../native/outside.ts'
import { text } from '../ui/text.ts'
import { toast } from '../ui/toasts.tsx'
import { useDialog } from '../ui/use-dialog.ts'
import styles from './update-alert.module.css'
import type { Release } from './update.ts'
import { renew } from './worker.ts'

/** The application comes from its store; the page is loaded anew, also where the phone keeps it. */
function update({ store_url }: Release): void {
  if (native) openStorePage(store_url).catch(() => toast.error(text('update.noStore')))
  else void renew()
}

/** A newer version: one that can be put off, or one without which nothing goes on. */
export function UpdateAlert({ release, dismiss }: { release: Release; dismiss: () => void }) {
  return release.mandatory ? <Required release={release} /> : <Offered release={release} dismiss={dismiss} />
}

function Offered({ release, dismiss }: { release: Release; dismiss: () => void }) {
  const id = useId()
  return (
    <section className={styles.offered} role="alertdialog" aria-labelledby={id} aria-describedby={`${id}text`}>
      <h2 id={id}>{text('update.new.title')}</h2>
      <p id={`${id}text`}>{release.notes ?? text('update.new.text', { version: release.latest })}</p>
      <div className={styles.acts}>
        <button type="button" className="button" onClick={dismiss}>
          {text('update.later')}
        </button>
        <button type="button" className="button" data-main onClick={() => update(release)}>
          {text('update.now')}
        </button>
      </div>
    </section>
  )
}

/** Neither Escape nor a press beside it takes it away. */
function Required({ release }: { release: Release }) {
  const dialog = useDialog(() => dialog.current?.showModal())
  const id = useId()
  return (
    <dialog
      ref={dialog}
      className={styles.required}
      aria-labelledby={id}
      aria-describedby={`${id}text`}
      onCancel={(event) => event.preventDefault()}
    >
      <h2 id={id}>{text('update.required.title')}</h2>
      <p id={`${id}text`}>{text('update.required.text')}</p>
      {release.notes !== null && <p>{release.notes}</p>}
      <div className={styles.acts}>
        <button type="button" className="button" data-main onClick={() => update(release)}>
          {text('update.now')}
        </button>
      </div>
    </dialog>
  )
}
