/** Judges the steps again with current facts: a reading, a label or a port may have changed since. */
import type { CheckCode, StepFacts } from '@hilo/domain/step-checks.ts'
import type { Tx } from '../../kernel/sql/scope.ts'
import type { EventRow, StepRow } from '../event-row.ts'
import { judgedStep, stepFacts } from './step-facts.ts'

/** Judged at the beginning only: a training that expires or an order that closes later does not undo the work. */
const ofTheBeginning: readonly string[] = ['prl', 'order'] satisfies CheckCode[]
const isTouched = ({ status }: StepRow) => status !== 'iddle' && status !== 'cancelled'

/** @param more facts that are newer than the stored ones */
export async function judgedAgain(sql: Tx, event: EventRow, row: StepRow, more: StepFacts = {}): Promise<StepRow> {
  if (!isTouched(row)) return row
  const facts = await stepFacts(sql, event, row.step, row.data)
  const judged = judgedStep(row.step, row.data, { ...facts, ...more })
  const earlierChecks = row.checks.filter(({ code }) => ofTheBeginning.includes(code))
  return {
    ...row,
    checks: judged.map(
      (one) => (ofTheBeginning.includes(one.code) ? earlierChecks.find(({ code }) => code === one.code) : one) ?? one,
    ),
  }
}

/** All steps with recorded work. */
export async function allJudgedAgain(sql: Tx, event: EventRow, more: StepFacts = {}): Promise<StepRow[]> {
  const steps: StepRow[] = []
  for (const row of event.steps) steps.push(await judgedAgain(sql, event, row, more))
  return steps
}
