import IconScan from '@iconify-json/tabler/scan'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { nativeScan } from '../../native/scanner.ts'
import { text } from '../text.ts'
import { Press } from '../../kit/Button.tsx'
import type { Look } from '../../kit/look.ts'
import { readingsOf, type Reading, type Wanted } from './codes.ts'

const ScanSheet = lazy(() => import('./ScanSheet.tsx'))

interface ScanButtonProps extends Wanted {
  /** Title of the scanner: what to scan. */
  title: string
  read: (reading: Reading) => void
  /** The look of a button, where the screen has none of its own. */
  look?: Look
  className?: string | undefined
  children?: ReactNode
}

/** Scans a code with the camera: the device's native scanner if there is one, else the page's, loaded on demand. */
export function ScanButton({ title, read, kind, expected, className, look, children }: ScanButtonProps) {
  const [open, setOpen] = useState(false)
  const press = async () => {
    if (nativeScan === null) return setOpen(true)
    const found = await nativeScan().catch(() => null)
    const [reading, other] = found ? readingsOf([found], { kind, expected }) : []
    if (reading && !other) read(reading)
    else if (found) setOpen(true)
  }
  return (
    <>
      <Press
        look={look}
        className={className}
        data-scan
        aria-label={children === undefined ? title : undefined}
        onClick={() => void press()}
      >
        <IconScan size={24} stroke={1.8} aria-hidden />
        {children}
      </Press>
      {open && (
        <Suspense
          fallback={
            <span role="status" className="hidden-visually">
              {text('scan.opening')}
            </span>
          }
        >
          <ScanSheet title={title} read={read} wanted={{ kind, expected }} close={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
