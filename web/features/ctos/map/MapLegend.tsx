import { text } from '../../../ui/text.ts'
import styles from './boxes.module.css'

const looks = ['free', 'full', 'defective', 'planned', 'dark'] as const

/** Meaning of a box's outline and filling. */
export function MapLegend() {
  return (
    <ul className={styles.legend} aria-label={text('map.legend')}>
      {looks.map((look) => (
        <li key={look}>
          <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" data-look={look}>
            <rect x="2.25" y="2.25" width="11.5" height="11.5" rx="3" />
            {look === 'free' && <path d="M4 8.5h8V12H4z" />}
            {look === 'full' && <path d="M4 4h8v8H4z" />}
            {look === 'defective' && <path d="m5.5 5.5 5 5m0-5-5 5" />}
            {look === 'dark' && <rect x="0.75" y="0.75" width="14.5" height="14.5" rx="4.5" />}
          </svg>
          {text(`map.legend.${look}`)}
        </li>
      ))}
    </ul>
  )
}
