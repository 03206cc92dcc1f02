import { useRef, useState } from 'react'
import { useSend } from '../../api/use-send.ts'
import { Button } from '../../kit/Button.tsx'
import { DefaultPicture } from '../../ui/Avatar.tsx'
import { Portrait } from '../../ui/Portrait.tsx'
import { text } from '../../ui/text.ts'
import { toast } from '../../kit/toasts.tsx'
import { CropDialog } from './CropDialog.tsx'
import type { Person } from './records.ts'

/** Profile picture with its actions. */
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
    <div className="flex wrap middle gap-14">
      {person.picture === null ? (
        <DefaultPicture size={64} />
      ) : (
        <Portrait name={person.name} picture={person.picture} size={64} />
      )}
      <div className="flex wrap gap-8">
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
        <Button size="small" busy={sending} onClick={() => input.current?.click()}>
          {text(person.picture === null ? 'profile.picture.add' : 'profile.picture.change')}
        </Button>
        {person.picture !== null && (
          <Button size="small" onClick={() => void save(null)}>
            {text('profile.picture.remove')}
          </Button>
        )}
        {problem !== null && (
          <p className="note full" data-tone="danger" role="alert">
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
