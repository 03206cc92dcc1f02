import type { Event } from '@hilo/contract/events.ts'
import type { Report } from '@hilo/contract/neighbors.ts'
import type { ReactNode } from 'react'
import { Band } from '../../ui/Band.tsx'
import { useNow } from '../../ui/use-now.ts'
import { bandOf } from './band.ts'

interface VerdictBandProps {
  event: Event
  report: Report | undefined
  /** Buttons. */
  children: ReactNode
}

/** How it is with the neighbours, in one sentence, with what can be done about it. */
export function VerdictBand({ event, report, children }: VerdictBandProps) {
  const now = useNow(1000)
  const { tone, shape, title, lead, note, until } = bandOf(event, report, now)
  const said = note && (
    <>
      {note} {until && <b>{until}</b>}
      {until && '.'}
    </>
  )
  return (
    <Band tone={tone} shape={shape} title={title} lead={lead} note={said}>
      {children}
    </Band>
  )
}
