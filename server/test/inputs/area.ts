/** What the tests that go over every call need of an area and cannot derive: inputs that succeed, and what a call may cost. */
import type { Path } from '@hilo/contract/index.ts'
import type { Vno } from '../factories.ts'
import type { TestServer } from '../harness.ts'

export interface Budget {
  /** Database round trips with a cached session. A list takes one: scope and statement are sent together. */
  trips: number
  /** Used instead of the valid input. */
  query?: object
}

export interface AreaInputs {
  /** Where a call costs more than `derivedBudget` allows it, or less. */
  budgets: Partial<Record<Path, Budget>>
  /** Calls only for the neutral operator, whatever the privileges of others. */
  neutralOnly?: readonly Path[]
  /** Calls that end the calling session: they get a separate one. */
  endsSession?: readonly Path[]
  /** Creates the records that the inputs name, for the operator `vno`. Each input is used once, by one successful call. */
  make(server: TestServer, vno: Vno): Promise<Made>
}

export interface Made {
  /** Where the derived input is none that succeeds. */
  inputs: Partial<Record<Path, object>>
  files?: Partial<Record<Path, Record<string, Buffer>>>
}
