/** A valid input of each call and its round trips. */
import { contract, type Path } from '@hilo/contract/index.ts'
import type { Vno } from '../factories.ts'
import type { TestServer } from '../harness.ts'
import type { Budget, Made } from './area.ts'
import { derivedBudget, derivedInputs } from './derived.ts'
import { networkInputs } from './network.ts'
import { accountInputs } from './account.ts'
import { accessRightsInputs } from './access-rights.ts'
import { peopleInputs } from './people.ts'
import { enrollmentsInputs } from './enrollments.ts'
import { hairChangesInputs } from './hair-changes.ts'
import { linesInputs } from './lines.ts'
import { ordersInputs } from './orders.ts'
import { inventoryInputs } from './inventory.ts'
import { noticeInputs } from './notices.ts'
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
  noticeInputs,
  recordsInputs,
]

const budgets: Partial<Record<Path, Budget>> = Object.assign({}, ...areas.map((area) => area.budgets))
/** What a call may cost. */
export const budgetOf = (path: Path): Budget => budgets[path] ?? derivedBudget(path)
export const neutralOnly: ReadonlySet<Path> = new Set(areas.flatMap((area) => area.neutralOnly ?? []))
export const endsSession: ReadonlySet<Path> = new Set(areas.flatMap((area) => area.endsSession ?? []))

/** Creates the records that the inputs name, for `vno`. */
export async function callInputs(server: TestServer, vno: Vno): Promise<Required<Made>> {
  const made: Required<Made> = { inputs: {}, files: {} }
  for (const area of areas) {
    const { inputs, files } = await area.make(server, vno)
    Object.assign(made.inputs, inputs)
    Object.assign(made.files, files)
  }
  const said = new Set([...Object.keys(made.inputs), ...Object.keys(made.files)])
  const others = (Object.keys(contract) as Path[]).filter((path) => !said.has(path))
  return { ...made, inputs: { ...(await derivedInputs(server, vno, others)), ...made.inputs } }
}
