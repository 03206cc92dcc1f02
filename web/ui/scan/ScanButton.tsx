import { IconScan } from '@tabler/icons-react'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { nativeScan } from '../../native/scanner.ts'
import { text } from '../text.ts'
import { labelIn, readByOf, type ReadBy } from './codes.ts'

const ScanSheet = lazy(() => import('./ScanSheet.tsx'))

export interface ScanButtonProps {
  /** What is to be read, as the title says it. */
  title: string
  /** The label as it was read or written, and how. */
  read: (label: string, by: ReadBy) => void
  /** What of a code is meant; null where it holds nothing of the kind. */
  parse?: (text: string) => string | null
  className?: string | undefined
  children?: ReactNode
}

/** Reads a code with the camera: the device's own scanner where there is one, else the page's, which comes when it is wanted. */
export function ScanButton({ title, read, parse = labelIn, className, children }: ScanButtonProps) {
  const [open, setOpen] = useState(false)
  const press = async () => {
    if (nativeScan === null) return setOpen(true)
    const found = await nativeScan().catch(() => null)
    const label = found && parse(found.text)
    if (found && label !== null) read(label, readByOf(found.format))
    else if (found) setOpen(true)
  }
  return (
    <>
      <button
        type="button"
        className={className}
        data-scan
        aria-label={children === undefined ? title : undefined}
        onClick={() => void press()}
      >
        <IconScan size={24} stroke={1.8} aria-hidden />
        {children}
      </button>
      {open && (
        <Suspense
          fallback={
            <span role="status" className="hidden-visually">
              {text('scan.opening')}
            </span>
          }
        >
          <ScanSheet title={title} read={read} parse={parse} close={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
