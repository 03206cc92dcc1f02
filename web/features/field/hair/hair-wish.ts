import { isProvenBy } from '@hilo/domain/field-steps.ts'
import { hairCause, hairGap, type HairGap } from '@hilo/domain/hair-change.ts'
import { limits, powerLevel } from '@hilo/domain/optics.ts'
import type { BoundPicture } from '@hilo/domain/picture-binding.ts'
import { labelKind, type FieldStep } from '@hilo/domain/status.ts'
import type { StepFacts } from '@hilo/domain/step-checks.ts'
import type { StepData } from '@hilo/domain/step-data.ts'
import { stepOf, type Work } from '../work.ts'

export interface Chosen {
  reason: number | null
  condition: number | null
}

/** Facts of the current port from the steps: number, finding, measured power. */
export function portFacts(work: Work, facts: Pick<StepFacts, 'opticClass' | 'limits'>) {
  const port = stepOf(work, 'port_available').data as StepData['port_available']
  const { power_dbm: power = null } = stepOf(work, 'power').data as StepData['power']
  const limit = facts.limits?.cto_port ?? limits('cto_port', facts.opticClass ?? 'B+')
  const found = port.found == null || port.found === 'libre' ? null : Number(port.found)
  return {
    number: work.port_number ?? port.port_number ?? null,
    found,
    power,
    lowPower: power === null ? null : powerLevel(power, limit) === 'bloqueo',
  }
}

/** Preselected reason: the chosen one, else the one that the steps suggest. */
export function chosenOf(chosen: Partial<Chosen>, of: ReturnType<typeof portFacts>): Chosen {
  const cause = hairCause(of)
  const reason = chosen.reason ?? cause.reason
  return { reason, condition: chosen.condition ?? (reason === cause.reason ? cause.condition : null) }
}

/** True if a picture of this step is bound to the current port and figure. */
function taken(work: Work, step: FieldStep, label_kind: number | null): boolean {
  const { pictures, data } = stepOf(work, step)
  const port = work.port_number
  return (pictures as BoundPicture[]).some((one) => isProvenBy(one, { label_kind }, { step, data, port }))
}

/** First missing field of the request. */
export function gapOf(work: Work, chosen: Chosen, lowPower: boolean | null): HairGap | null {
  return hairGap({
    ...chosen,
    lowPower,
    meterPicture: taken(work, 'power', labelKind.is.potency),
    portPicture: taken(work, 'port_available', null),
  })
}
