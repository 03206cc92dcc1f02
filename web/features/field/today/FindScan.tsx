import { ScanButton } from '../../../ui/scan/ScanButton.tsx'
import type { Wanted } from '../../../ui/scan/codes.ts'
import { text } from '../../../ui/text.ts'

interface FindScanProps {
  kind: Wanted['kind']
  /** Searches for a label; `unchecked`: what else it may say, see `Reading`. */
  search: (label: string, unchecked: string | null) => void
}

/** Scans a label to search for, beside the field of the search. */
export function FindScan({ kind, search }: FindScanProps) {
  return (
    <ScanButton
      look={{ size: 'glove', shape: 'square' }}
      title={text('tech.find.scan')}
      kind={kind}
      read={({ label, unchecked }) => search(label, unchecked)}
    />
  )
}
