import { accountStatus } from '@hilo/domain/status.ts'
import type { People, Technician } from './people.ts'
import { at } from './rng.ts'
import { tenants } from './tenants.ts'

/** Active technicians by operator. */
export type Crew = Technician[][]

export function activeTechnicians({ technicians }: People): Crew {
  const crew: Crew = tenants.map(() => [])
  for (const technician of technicians)
    if (technician.status === accountStatus.is.active) at(crew, technician.tenant).push(technician)
  return crew
}
