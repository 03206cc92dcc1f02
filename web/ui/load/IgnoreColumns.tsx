import { useState } from 'react'
import { text } from '../text.ts'
import styles from './load.module.css'

interface Props {
  /** Columns of the file that the load does not know. */
  heads: readonly string[]
  /** Tries the file again without these. */
  ignore: (heads: readonly string[]) => void
}

/** Which of the unknown columns of a file are left out. */
export function IgnoreColumns({ heads, ignore }: Props) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(heads))
  const turn = (head: string, on: boolean) =>
    setChosen((now) => new Set(on ? [...now, head] : [...now].filter((one) => one !== head)))
  const none = chosen.size === 0
  return (
    <fieldset className={styles.ignore}>
      <legend>{text('load.ignore.title')}</legend>
      <p>{text('load.ignore.text')}</p>
      {heads.map((head) => (
        <label key={head}>
          <input type="checkbox" checked={chosen.has(head)} onChange={(event) => turn(head, event.target.checked)} />
          {head}
        </label>
      ))}
      <button
        type="button"
        className="hl-button"
        aria-disabled={none}
        onClick={() => !none && ignore(heads.filter((head) => chosen.has(head)))}
      >
        {text('load.ignore.again')}
      </button>
    </fieldset>
  )
}
