import { fibreLook } from '@hilo/domain/fibre.ts'
import { text } from '../text.ts'
import styles from './fibre.module.css'

interface FibreProps {
  number: number | null
  /** Shows the number before the word, where the context does not. */
  numbered?: boolean
}

/** A fibre as seen in the box: a thread in its colour, and the colour's name. */
export function Fibre({ number, numbered = true }: FibreProps) {
  const look = fibreLook(number)
  if (number === null || !look) return null
  const colour = text(`fibre.${look.colour}`)
  const word = look.rings === 0 ? colour : text('fibre.ringed', { colour, count: look.rings })
  return (
    <span className={`inline-flex gap-6 middle nowrap ${styles.fibre}`}>
      <svg
        className="rigid fill-none"
        viewBox="0 0 34 12"
        width="34"
        height="12"
        aria-hidden="true"
        data-colour={look.colour}
      >
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
