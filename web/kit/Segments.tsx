import { Press } from './Button.tsx'
import styles from './segments.module.css'

interface SegmentsProps<T extends string> {
  /** Accessible name of the group. */
  label: string
  options: readonly { value: T; text: string }[]
  value: T
  onChange: (value: T) => void
}

/** Segmented control: exactly one option is selected, all are visible. */
export function Segments<T extends string>({ label, options, value, onChange }: SegmentsProps<T>) {
  return (
    <div className={styles.segments} role="group" aria-label={label}>
      {options.map((option) => (
        <Press key={option.value} aria-pressed={option.value === value} onClick={() => onChange(option.value)}>
          {option.text}
        </Press>
      ))}
    </div>
  )
}
