import { fibreLook } from '@hilo/domain/fibre.ts'
import { text } from '../text.ts'
import styles from './fibre.module.css'

interface FibreProps {
  number: number | null
  /** The number before the word: where nothing else says it. */
  numbered?: boolean
}

/** A fibre as a hand finds it: a thread in its colour, and the word for it. */
export function Fibre({ number, numbered = true }: FibreProps) {
  const look = fibreLook(number)
  if (number === null || !look) return null
  const colour = text(`fibre.${look.colour}`)
  const word = look.rings === 0 ? colour : text('fibre.ringed', { colour, count: look.rings })
  return (
    <span className={styles.fibre}>
      <svg viewBox="0 0 34 12" width="34" height="12" aria-hidden="true" data-colour={look.colour}>
        <path className={styles.edge} d={thread} />
        <path className={styles.glass} d={thread} />
        {Array.from({ length: look.rings }, (_, ring) => (
          <path key={ring} className={styles.ring} d={`M${14 + ring * 5} 3.4v5.2`} />
        ))}
      </svg>
      {numbered ? `${number}, ${word}` : word}
    </span>
  )
}

const thread = 'M1.5 8.5C8 8.5 9 6 14 6h6c5 0 6-2.5 12.5-2.5'
