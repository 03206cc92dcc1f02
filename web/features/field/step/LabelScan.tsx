import { ScanButton } from '../../../ui/scan/ScanButton.tsx'
import type { ReadBy, Wanted } from '../../../ui/scan/codes.ts'
import { text } from '../../../ui/text.ts'
import css from './fields.module.css'

interface LabelScanProps {
  of: 'box' | 'drop'
  expected: NonNullable<Wanted['expected']>
  read: (label: string, by: ReadBy) => void
}

/** Scans the label of a box or a drop into the field beside it. */
export function LabelScan({ of, expected, read }: LabelScanProps) {
  return (
    <ScanButton
      className={css.scan}
      title={text(`scan.${of}`)}
      kind="label"
      expected={expected}
      read={({ label, by }) => read(label, by)}
    />
  )
}
