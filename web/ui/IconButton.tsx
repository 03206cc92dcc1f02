import type { ReactNode } from 'react'
import styles from './icon-button.module.css'

/** A button that shows only a picture; its name is there for the pointer and for the screen reader. */
export function IconButton({ label, act, children }: { label: string; act: () => void; children: ReactNode }) {
  return (
    <button type="button" className={styles.button} aria-label={label} title={label} onClick={act}>
      {children}
    </button>
  )
}
