/** What the tests that go over every call need of an area: inputs that succeed, and what a call may cost. */
import type { Path } from '@hilo/contract/index.ts'
import type { Vno } from '../factories.ts'
import type { TestServer } from '../harness.ts'

export interface Budget {
  /** Round trips to the database with a session already known. A list is one: scope and statement travel together. */
  trips: number
  /** Asked instead of the input that succeeds. */
  query?: object
}

export interface AreaInputs {
  budgets: Partial<Record<Path, Budget>>
  /** What only the neutral operator may do, whatever the privileges of others say. */
  neutralOnly?: readonly Path[]
  /** What ends the session that asks: it is given one of its own. */
  endsSession?: readonly Path[]
  /** Makes what the inputs name, for the operator `vno`. Each input is used once, by one call that succeeds. */
  make(server: TestServer, vno: Vno): Promise<Made>
}

export interface Made {
  /** Where `{}` is not an input that succeeds. */
  inputs: Partial<Record<Path, object>>
  files?: Partial<Record<Path, Record<string, Buffer>>>
}
