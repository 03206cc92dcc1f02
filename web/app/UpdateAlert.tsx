import { useId } from 'react'
import { native } from '../native/index.ts'
import { openStorePage } from '../native/outside.ts'
import { Button } from '../kit/Button.tsx'
import { text } from '../ui/text.ts'
import { toast } from '../kit/toasts.tsx'
import { LockedDialog } from '../kit/Dialog.tsx'
import styles from './update-alert.module.css'
import type { Release } from './update.ts'
import { loadNewest } from './worker.ts'

/** The native application is updated from its store; the web page is reloaded, bypassing the service worker's cache. */
function update({ store_url }: Release): void {
  if (native) openStorePage(store_url).catch(() => toast.error(text('update.noStore')))
  else void loadNewest()
}

/** Update alert: dismissible, or blocking when the update is required. */
export function UpdateAlert({ release, dismiss }: { release: Release; dismiss: () => void }) {
  return release.mandatory ? <Required release={release} /> : <Offered release={release} dismiss={dismiss} />
}

function Offered({ release, dismiss }: { release: Release; dismiss: () => void }) {
  const id = useId()
  return (
    <section
      className={`${styles.offered} ink-1 surface line float fixed`}
      role="alertdialog"
      aria-labelledby={id}
      aria-describedby={`${id}text`}
    >
      <h2 className="lines-l title" id={id}>
        {text('update.new.title')}
      </h2>
      <p className="ink-2 mt-6" id={`${id}text`}>
        {release.notes ?? text('update.new.text', { version: release.latest })}
      </p>
      <div className={`${styles.acts} flex end gap-8 mt-14`}>
        <Button size="large" onClick={dismiss}>
          {text('update.later')}
        </Button>
        <Button kind="main" size="large" onClick={() => update(release)}>
          {text('update.now')}
        </Button>
      </div>
    </section>
  )
}

/** Cannot be closed with Escape or a press on the backdrop. */
function Required({ release }: { release: Release }) {
  const id = useId()
  return (
    <LockedDialog
      className={`${styles.required} ink-1 surface line float`}
      aria-labelledby={id}
      aria-describedby={`${id}text`}
    >
      <h2 className="lines-l title" id={id}>
        {text('update.required.title')}
      </h2>
      <p className="ink-2 mt-6" id={`${id}text`}>
        {text('update.required.text')}
      </p>
      {release.notes !== null && <p className="ink-2 mt-6">{release.notes}</p>}
      <div className={`${styles.acts} flex end gap-8 mt-14`}>
        <Button kind="main" size="large" onClick={() => update(release)}>
          {text('update.now')}
        </Button>
      </div>
    </LockedDialog>
  )
}
