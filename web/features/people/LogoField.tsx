import { useEffect, useId, useRef, useState } from 'react'
import { Logo } from '../../ui/Logo.tsx'
import { OptionalMark } from '../../ui/form/OptionalMark.tsx'
import { text } from '../../ui/text.ts'
import styles from './logo-field.module.css'

const height = 48

interface LogoFieldProps {
  /** The one that is kept, unless it is taken away. */
  kept: number | null
  /** The one that will be sent. */
  chosen: File | null
  wrong: string | undefined
  /** Another one, or none. */
  change: (file: File | null) => void
}

/** The address of a file that is only here yet. */
function useObjectUrl(file: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (file === null) return
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => {
      URL.revokeObjectURL(made)
      setUrl(null)
    }
  }, [file])
  return url
}

/** The logo of an operator with what can be done to it; saved with the form. */
export function LogoField({ kept, chosen, wrong, change }: LogoFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const url = useObjectUrl(chosen)
  const some = kept !== null || chosen !== null
  return (
    <div className={styles.field} role="group" aria-labelledby={id} aria-describedby={`${id}said`}>
      <span id={id} className={styles.name}>
        {text('column.vno.logo')}
        <OptionalMark />
      </span>
      <div className={styles.acts}>
        {url !== null && (
          <img className={styles.chosen} src={url} height={height} alt={text('operators.logo.chosen')} />
        )}
        {chosen === null && kept !== null && <Logo file={kept} height={height} />}
        <input
          ref={input}
          type="file"
          accept="image/jpeg,image/png,image/webp"
          hidden
          aria-label={text('profile.picture.choose')}
          onChange={({ target }) => {
            const [file] = target.files ?? []
            if (file) change(file)
            target.value = ''
          }}
        />
        <button type="button" className="hl-button hl-small" onClick={() => input.current?.click()}>
          {text(some ? 'operators.logo.change' : 'operators.logo.add')}
        </button>
        {some && (
          <button type="button" className="hl-button hl-small" onClick={() => change(null)}>
            {text('operators.logo.remove')}
          </button>
        )}
      </div>
      <small id={`${id}said`} data-wrong={wrong !== undefined || undefined} role={wrong ? 'alert' : undefined}>
        {wrong ?? text('operators.logo.hint')}
      </small>
    </div>
  )
}
