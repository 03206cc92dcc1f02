import { visibleEventTypes } from '@hilo/domain/event-type.ts'
import type { Principal } from '../http/principal.ts'
import type { Viewer } from './list-source.ts'

export function viewerOf(principal: Principal): Viewer {
  return {
    vnoId: principal.account_type === 'ad' ? null : (principal.vno?.id ?? 0),
    technicalId: principal.account_type === 'te' ? principal.account_id : null,
    eventTypes: visibleEventTypes(principal.privileges),
  }
}
