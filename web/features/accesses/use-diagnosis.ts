import type { DiagnosisRecord } from '@hilo/contract/accesses/ont.ts'
import type { DiagnosisVerdict } from '@hilo/domain/diagnosis.ts'
import type { PathEnd } from '@hilo/domain/optical-path.ts'
import { lineTimes } from '@hilo/domain/line-work.ts'
import type { Color } from '@hilo/domain/status.ts'
import { useQuery } from '@tanstack/react-query'
import { serverNow } from '../../api/clock.ts'
import { call } from '../../api/call.ts'
import { CallProblem } from '../../api/problem.ts'
import { queryClient } from '../../api/query.ts'

export interface Diagnosed {
  record: DiagnosisRecord
  /** Duration in ms; null for a diagnosis that another person has just run. */
  tookMs: number | null
  /** Earliest time of the next diagnosis. */
  nextAllowedAt: number
}

/** Poll interval while the diagnosis that another client, or the page before a reload, has started still runs, ms. */
const runningPollMs = 1000

/**
 * A line is diagnosed at most once a minute, for all users together: within that minute the last result is returned, as soon as
 * there is one.
 */
async function diagnose(access_id: number): Promise<Diagnosed> {
  const began = performance.now()
  try {
    const { record } = await call('admin_vno/ont/diagnosticoAcceso', { access_id })
    return { record, tookMs: performance.now() - began, nextAllowedAt: serverNow() + lineTimes.diagnosis }
  } catch (error) {
    if (!(error instanceof CallProblem) || error.code !== 'RATE_LIMITED') throw error
    const record = error.body.record as DiagnosisRecord | null | undefined
    // Too many requests of the session: no word of this line.
    if (record === undefined) throw error
    if (record === null) {
      await new Promise((resolve) => setTimeout(resolve, runningPollMs))
      return await diagnose(access_id)
    }
    const wait = error.body.retry_after_s ?? lineTimes.diagnosis / 1000
    return { record, tookMs: null, nextAllowedAt: serverNow() + wait * 1000 }
  }
}

/** Diagnosis of an access: runs when first shown, and again only on demand. */
export function useDiagnosis(accessId: number, enabled: boolean) {
  return useQuery(
    {
      queryKey: ['diagnosis', accessId],
      // Without an abort signal: leaving the screen must not waste the rate-limited diagnosis.
      queryFn: () => diagnose(accessId),
      enabled,
      staleTime: Infinity,
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    },
    queryClient,
  )
}

/** Poll interval of the progress, ms. */
const progressPollMs = 300

/** Finished tests of a running diagnosis. */
export function useProgress(accessId: number, doing: boolean): DiagnosisRecord['tests'] {
  const { data } = useQuery(
    {
      queryKey: ['diagnosis', accessId, 'progress'],
      queryFn: ({ signal }) => call('admin_vno/ont/diagnosisProgress', { access_id: accessId }, { signal }),
      enabled: doing,
      // Until the new diagnosis starts, the progress is that of the last one.
      refetchInterval: progressPollMs,
      staleTime: 0,
      gcTime: 0,
      retry: false,
    },
    queryClient,
  )
  return doing && data && !data.record.done ? data.record.tests : []
}

const tones: Readonly<Record<DiagnosisVerdict, Color>> = {
  OK: 'success',
  ONT_APAGADA: 'medium',
  CORTE_ACOMETIDA: 'danger',
  CORTE_CTO: 'danger',
  CORTE_ARBOL: 'danger',
  BAJA_POTENCIA: 'danger',
  POTENCIA_JUSTA: 'warning',
  CAIDAS_REPETIDAS: 'warning',
  ONT_NO_PROVISIONADA: 'warning',
  SERIAL_DISTINTO: 'warning',
  OLT_INACCESIBLE: 'warning',
  NO_CONCLUYENTE: 'medium',
}
const pathEndOf: Partial<Record<DiagnosisVerdict, PathEnd>> = {
  CORTE_ACOMETIDA: 'drop',
  CORTE_CTO: 'box',
  CORTE_ARBOL: 'tree',
  OLT_INACCESIBLE: 'olt',
  ONT_APAGADA: 'ont',
}

export const toneOf = ({ verdict }: DiagnosisRecord): Color => tones[verdict]

/** Received power, and the place at which the light stops if there is none. */
export function receivedLight({ verdict, tests }: DiagnosisRecord): { rx_dbm: number | null; end: PathEnd | null } {
  const value = tests.find(({ code }) => code === 'rx_ont')?.value
  const rx_dbm = typeof value === 'number' ? value : null
  return { rx_dbm, end: pathEndOf[verdict] ?? (rx_dbm === null ? 'unknown' : null) }
}
