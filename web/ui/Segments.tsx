import styles from './segments.module.css'

interface SegmentsProps<T extends string> {
  /** What is chosen among, for a screen reader. */
  label: string
  options: readonly { value: T; text: string }[]
  value: T
  onChange: (value: T) => void
}

/** One of a few: always one chosen, all of them in sight. */
export function Segments<T extends string>({ label, options, value, onChange }: SegmentsProps<T>) {
  return (
    <div className={styles.segments} role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.text}
        </button>
      ))}
    </div>
  )
}
