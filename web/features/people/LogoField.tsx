import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../kit/Button.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { OptionalMark } from '../../ui/form/OptionalMark.tsx'
import { text } from '../../ui/text.ts'
import styles from './logo-field.module.css'

const height = 48

interface LogoFieldProps {
  /** Stored logo; null once removed. */
  stored: number | null
  /** File to upload. */
  chosen: File | null
  wrong: string | undefined
  /** Chooses another file, or none. */
  change: (file: File | null) => void
}

/** Object URL of a file that is not uploaded yet. */
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

/** Logo of an operator with its actions; saved with the form. */
export function LogoField({ stored, chosen, wrong, change }: LogoFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const url = useObjectUrl(chosen)
  const some = stored !== null || chosen !== null
  return (
    <div
      className={`grid gap-4 whole-row ${styles.field}`}
      role="group"
      aria-labelledby={id}
      aria-describedby={`${id}said`}
    >
      <span id={id} className="semibold">
        {text('column.vno.logo')}
        <OptionalMark />
      </span>
      <div className="flex gap-8 wrap middle">
        {url !== null && (
          <img className={styles.chosen} src={url} height={height} alt={text('operators.logo.chosen')} />
        )}
        {chosen === null && stored !== null && <Logo file={stored} height={height} />}
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
        <Button size="small" onClick={() => input.current?.click()}>
          {text(some ? 'operators.logo.change' : 'operators.logo.add')}
        </Button>
        {some && (
          <Button size="small" onClick={() => change(null)}>
            {text('operators.logo.remove')}
          </Button>
        )}
      </div>
      <small
        className="lines-xs ink-2"
        id={`${id}said`}
        data-wrong={wrong !== undefined || undefined}
        role={wrong ? 'alert' : undefined}
      >
        {wrong ?? text('operators.logo.hint')}
      </small>
    </div>
  )
}
