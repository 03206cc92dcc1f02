import type { StepFacts } from '@hilo/domain/step-checks.ts'
import { labelKind, type FieldStep } from '@hilo/domain/status.ts'
import { useMemo } from 'react'
import type { Ocr } from '../../../offline/read-label.ts'
import { useOutbox } from '../../../offline/use-outbox.ts'
import { stepOf, type Work } from '../work.ts'

const uploadPath = 'admin_vno/enrollments/pictures/upload'
const labels: readonly unknown[] = [labelKind.is.ctoLabel, labelKind.is.dropLabel]

/** Last OLT reading of the work's own ONT: dBm and time; null if unread or dark. */
export function ownReading(work: Work): { rx: number; at: string } | null {
  const own = work.neighbours.items?.find((one) => one.own && one.port === work.port_number)
  return own?.rx_dbm == null || own.read_at === null ? null : { rx: own.rx_dbm, at: own.read_at }
}

/** Facts of a step, extended by camera and OLT readings. */
export function useSeenFacts<F extends StepFacts>(work: Work, step: FieldStep, facts: F): F & StepFacts {
  const operations = useOutbox()
  const picture = operations.findLast(
    ({ path, group, query, state }) =>
      path === uploadPath &&
      group === String(work.id) &&
      state !== 'rejected' &&
      query['step'] === step &&
      labels.includes(query['label_kind']),
  )
  const pictureLabel = (picture?.query['ocr'] as Ocr | undefined)?.value ?? undefined
  const reading = ownReading(work)
  const begun = stepOf(work, step).started_at
  // A reading from before the step belongs to the old line.
  const isNew = reading !== null && begun !== null && Date.parse(reading.at) >= Date.parse(begun)
  const ontRxDbm = isNew ? reading.rx : undefined
  return useMemo(() => ({ ...facts, pictureLabel, ontRxDbm }), [facts, pictureLabel, ontRxDbm])
}
