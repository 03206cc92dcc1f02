import { accountStatus } from '@hilo/domain/status.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query.ts'
import { session } from '../../api/session.ts'
import type { Technician } from './conflicts.ts'

const path = 'admin_vno/technicals/get'
/** Most technicians loaded; beyond that the user filters by contractor or name. */
const most = 1000
const { active, suspended, waiting_approval } = accountStatus.is
const working = [active, suspended, waiting_approval]

async function ask(filter: object, signal: AbortSignal): Promise<Technician[]> {
  const found: Technician[] = []
  let cursor: string | null = null
  do {
    const page: { records: Technician[]; next_cursor: string | null } = await call(
      path,
      { filter: { status: working, ...filter }, sort: [['name', 'asc']], limit: 200, cursor },
      { signal },
    )
    found.push(...page.records)
    cursor = page.next_cursor
  } while (cursor !== null && found.length < most)
  return found
}

/** Technicians of an operator, including those who cannot be assigned at the moment. */
export function useTechnicians(operator: number | null, enabled = true) {
  const filter = operator === null ? {} : { vno_id: operator }
  return useQuery(
    {
      queryKey: [path, { filter }],
      queryFn: ({ signal }) => ask(filter, signal),
      staleTime: 60_000,
      enabled: enabled && session.can('technician_view'),
    },
    queryClient,
  )
}
