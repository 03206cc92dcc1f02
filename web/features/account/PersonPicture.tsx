import { useRef, useState } from 'react'
import { useSend } from '../../api/use-send.ts'
import { DefaultPicture } from '../../ui/Avatar.tsx'
import { Portrait } from '../../ui/Portrait.tsx'
import { text } from '../../ui/text.ts'
import { toast } from '../../ui/toasts.tsx'
import { CropDialog } from './CropDialog.tsx'
import type { Person } from './PersonCard.tsx'
import styles from './profile.module.css'

/** The person's picture with what can be done to it. */
export function PersonPicture({ person, changed }: { person: Person; changed: (next: Person) => Promise<void> }) {
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<File | null>(null)
  const { send, sending, problem } = useSend('account/edit')
  const save = async (picture: Blob | null) => {
    const sent = await (picture === null
      ? send({ version: person.version, profile_picture: null })
      : send({ version: person.version }, { files: { profile_picture: picture } }))
    if (!sent?.answer) return
    toast.success(text(picture === null ? 'profile.picture.removed' : 'profile.picture.saved'))
    await changed(sent.answer.record)
  }
  return (
    <div className={styles.person}>
      {person.picture === null ? (
        <DefaultPicture size={64} />
      ) : (
        <Portrait name={person.name} picture={person.picture} size={64} />
      )}
      <div className={styles.pictureActs}>
        <input
          ref={input}
          type="file"
          accept="image/jpeg,image/png,image/webp"
          hidden
          aria-label={text('profile.picture.choose')}
          onChange={({ target }) => {
            setChosen(target.files?.[0] ?? null)
            target.value = ''
          }}
        />
        <button type="button" className="hl-button hl-small" aria-busy={sending} onClick={() => input.current?.click()}>
          {text(person.picture === null ? 'profile.picture.add' : 'profile.picture.change')}
        </button>
        {person.picture !== null && (
          <button type="button" className="hl-button hl-small" onClick={() => void save(null)}>
            {text('profile.picture.remove')}
          </button>
        )}
        {problem !== null && (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        )}
      </div>
      {chosen !== null && (
        <CropDialog file={chosen} close={() => setChosen(null)} cut={(picture) => void save(picture)} />
      )}
    </div>
  )
}
