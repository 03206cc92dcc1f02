import { useState } from 'react'
import { text } from '../text.ts'
import { Button } from '../../kit/Button.tsx'
import styles from './load.module.css'

interface Props {
  /** Headers of the file that the load does not recognize. */
  heads: readonly string[]
  /** Retries the file without these columns. */
  ignore: (heads: readonly string[]) => void
}

/** Chooses which unrecognized columns of a file are ignored. */
export function IgnoreColumns({ heads, ignore }: Props) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(heads))
  const turn = (head: string, on: boolean) =>
    setChosen((now) => new Set(on ? [...now, head] : [...now].filter((one) => one !== head)))
  const none = chosen.size === 0
  return (
    <fieldset className={`edge grid gap-8 padded ${styles.ignore}`}>
      <legend>{text('load.ignore.title')}</legend>
      <p className="lines-xs ink-2">{text('load.ignore.text')}</p>
      {heads.map((head) => (
        <label className="flex middle gap-8 anywhere phone-min-h-48" key={head}>
          <input type="checkbox" checked={chosen.has(head)} onChange={(event) => turn(head, event.target.checked)} />
          {head}
        </label>
      ))}
      <Button
        className="left"
        aria-disabled={none}
        onClick={() => !none && ignore(heads.filter((head) => chosen.has(head)))}
      >
        {text('load.ignore.again')}
      </Button>
    </fieldset>
  )
}
