import type { Event } from '@hilo/contract/events/events.ts'
import type { Report } from '@hilo/contract/neighbors/neighbors.ts'
import type { ReactNode } from 'react'
import { Band } from '../../ui/Band.tsx'
import { Button } from '../../kit/Button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { text } from '../../ui/text.ts'
import { Unbroken } from '../../ui/Unbroken.tsx'
import { useNow } from '../../ui/use-now.ts'
import { publicOrigin } from '../../native/index.ts'
import { verifyAddress } from '../../ui/verify-address.ts'
import { bandOf } from './band.ts'

interface VerdictBandProps {
  event: Event
  report: Report | undefined
  /** Buttons. */
  children: ReactNode
}

/** Text that is handed to the person who checks the discharge code: code and address of the public check. Null without a valid code. */
function handedText(report: Report | undefined): string | null {
  if (!report?.discharge_code || report.discharge_withdrawn) return null
  const code = report.discharge_code
  return text('event.band.discharge.handed', { code, address: verifyAddress(publicOrigin(), code) })
}

/** State of the neighbours in one sentence, with the possible actions. */
export function VerdictBand({ event, report, children }: VerdictBandProps) {
  const now = useNow(1000)
  const { tone, shape, title, lead, note, until } = bandOf(event, report, now)
  const handed = handedText(report)
  const noteLine = note && (
    <>
      <Unbroken>{note}</Unbroken> {until && <b>{until}</b>}
      {until && '.'}
    </>
  )
  return (
    <Band tone={tone} shape={shape} title={title} lead={lead} note={noteLine}>
      {handed !== null && <Button onClick={() => copyText(handed)}>{text('event.band.discharge.copy')}</Button>}
      {children}
    </Band>
  )
}
