import type { DiagnosisRecord } from '@hilo/contract/ont.ts'
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
  /** How long it took; null when somebody else had asked a moment before. */
  tookMs: number | null
  /** Before then nobody may ask again. */
  againAt: number
}

/** A line is asked once a minute, by everybody together: whoever comes in between is told what was found. */
async function diagnose(access_id: number): Promise<Diagnosed> {
  const began = performance.now()
  try {
    const { record } = await call('admin_vno/ont/diagnosticoAcceso', { access_id })
    return { record, tookMs: performance.now() - began, againAt: serverNow() + lineTimes.diagnosis }
  } catch (error) {
    if (!(error instanceof CallProblem) || error.code !== 'RATE_LIMITED') throw error
    const record = error.body.record as DiagnosisRecord | null | undefined
    if (!record) throw error
    const wait = error.body.retry_after_s ?? lineTimes.diagnosis / 1000
    return { record, tookMs: null, againAt: serverNow() + wait * 1000 }
  }
}

/** The diagnosis of an access: asked for when it is first shown, and again only when a person says so. */
export function useDiagnosis(accessId: number, enabled: boolean) {
  return useQuery(
    {
      queryKey: ['diagnosis', accessId],
      // Not given up when the screen is left: the minute is gone, and what was found is there for whoever comes back.
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

/** Between two looks at how far it has come, ms. */
const lookMs = 300

/** The tests that are done while the others are still being asked for. */
export function useProgress(accessId: number, doing: boolean): DiagnosisRecord['tests'] {
  const { data } = useQuery(
    {
      queryKey: ['diagnosis', accessId, 'progress'],
      queryFn: ({ signal }) => call('admin_vno/ont/diagnosisProgress', { access_id: accessId }, { signal }),
      enabled: doing,
      // Before the line is asked anew what is there is of the last time.
      refetchInterval: lookMs,
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
const ends: Partial<Record<DiagnosisVerdict, PathEnd>> = {
  CORTE_ACOMETIDA: 'drop',
  CORTE_CTO: 'box',
  CORTE_ARBOL: 'tree',
  OLT_INACCESIBLE: 'olt',
  ONT_APAGADA: 'ont',
}

export const toneOf = ({ verdict }: DiagnosisRecord): Color => tones[verdict]

/** What the ONT receives, and where the light stops when it receives none. */
export function seenIn({ verdict, tests }: DiagnosisRecord): { rx_dbm: number | null; end: PathEnd | null } {
  const value = tests.find(({ code }) => code === 'rx_ont')?.value
  const rx_dbm = typeof value === 'number' ? value : null
  return { rx_dbm, end: ends[verdict] ?? (rx_dbm === null ? 'unknown' : null) }
}
