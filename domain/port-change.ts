/** Effect of a port change on the recorded steps. */
import type { FieldStep, StepStatus } from './status.ts'

interface Step {
  step: FieldStep
  status: StepStatus
  done_at: string | null
  data: object
  checks: readonly unknown[]
}

const reopened = <S extends Step>(one: S, data: object): S =>
  one.status === 'done' ? { ...one, status: 'paused', done_at: null, data, checks: [] } : { ...one, data }

/**
 * The steps at port `number`: measurements of the former port are cleared, a drop must be confirmed at its new port.
 * The step that chooses the port is left to the caller.
 */
export function stepsAtPort<S extends Step>(steps: readonly S[], number: number): S[] {
  return steps.map((one) => {
    if (one.step === 'power' && one.status !== 'iddle') {
      const data = { ...one.data, power_dbm: null, roseta_dbm: null }
      return { ...one, status: 'paused', done_at: null, data, checks: [] }
    }
    const hangs = one.step === 'drop_enrollment' && Reflect.get(one.data, 'port_number') != null
    return hangs ? reopened(one, { ...one.data, port_number: number }) : one
  })
}
