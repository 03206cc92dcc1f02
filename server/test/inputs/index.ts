/** An input that each call accepts and the round trips that it may cost. */
import type { Path } from '@hilo/contract/index.ts'
import type { Vno } from '../factories.ts'
import type { TestServer } from '../harness.ts'
import type { Budget, Made } from './area.ts'
import { networkInputs } from './network.ts'
import { accountInputs } from './account.ts'
import { accessRightsInputs } from './access-rights.ts'
import { peopleInputs } from './people.ts'
import { enrollmentsInputs } from './enrollments.ts'
import { hairChangesInputs } from './hair-changes.ts'
import { linesInputs } from './lines.ts'
import { ordersInputs } from './orders.ts'
import { inventoryInputs } from './inventory.ts'
import { tidingsInputs } from './tidings.ts'
import { recordsInputs } from './records.ts'

const areas = [
  networkInputs,
  accountInputs,
  accessRightsInputs,
  peopleInputs,
  enrollmentsInputs,
  hairChangesInputs,
  linesInputs,
  ordersInputs,
  inventoryInputs,
  tidingsInputs,
  recordsInputs,
]

export const budgets: Partial<Record<Path, Budget>> = Object.assign({}, ...areas.map((area) => area.budgets))
export const neutralOnly: ReadonlySet<Path> = new Set(areas.flatMap((area) => area.neutralOnly ?? []))
export const endsSession: ReadonlySet<Path> = new Set(areas.flatMap((area) => area.endsSession ?? []))

/** Makes the rows that the inputs name; they belong to `vno`. */
export async function callInputs(server: TestServer, vno: Vno): Promise<Required<Made>> {
  const made: Required<Made> = { inputs: {}, files: {} }
  for (const area of areas) {
    const { inputs, files } = await area.make(server, vno)
    Object.assign(made.inputs, inputs)
    Object.assign(made.files, files)
  }
  return made
}
