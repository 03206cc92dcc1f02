/** An input for each action on an intervention, each with its own intervention in the required state. */
import type { Path } from '@hilo/contract/index.ts'
import { labelKind, processState, type FieldStep } from '@hilo/domain/status.ts'
import { freshStep } from '../process/steps/step-row.ts'
import type { Vno } from './factories.ts'
import { makeField } from './field.ts'
import type { TestServer } from './harness.ts'
import { makeEvent } from './plant-factories.ts'

/** The complete steps of a maintenance work. */
function finishedSteps(): object[] {
  const due: FieldStep[] = ['initial', 'report', 'cto_enrollment', 'final_report']
  const at = new Date().toISOString()
  return due.map((step) => ({
    ...freshStep(step),
    status: 'done',
    started_at: at,
    done_at: at,
    pictures: [{ id: 1, file_id: 1, label_kind: labelKind.is.ctoLabel, flags: [], taken_at: at }],
  }))
}

export async function eventInputs(server: TestServer, vno: Vno): Promise<Partial<Record<Path, object>>> {
  const { iddle, created, wronglyCreated, wronglyCancelled, wronglyFinalized, error } = processState.is
  const { cto } = await makeField(server, vno)
  const steps = JSON.stringify(finishedSteps())
  const at = async (process_state: number, over: object = {}) => {
    const event = { vno, cto, process_state, work_kind: 'mantenimiento', steps, ...over }
    return { event_id: (await makeEvent(server.db, event)).id }
  }
  const reason = 'Motivo que convence a cualquiera'
  return {
    'admin_vno/events/create': { cto_id: cto.id, work_kind: 'alta' },
    'admin_vno/events/step/save': { ...(await at(created, { steps: '[]' })), step: 'report', status: 'started' },
    'admin_vno/events/finalize': await at(created),
    'admin_vno/events/cancel': { ...(await at(iddle)), reason },
    'admin_vno/events/retry': await at(wronglyCreated),
    'admin_vno/events/reopen': await at(wronglyCancelled),
    'admin_vno/events/reprocess': { ...(await at(error, { resume_state: 9 })), reason },
    'admin_vno/events/override': { ...(await at(wronglyFinalized)), reason },
    'admin_vno/events/override/request': { ...(await at(wronglyFinalized)), reason },
  }
}
