/** The steps of an intervention judged again by what is known now: a reading, a label or a port may have changed since. */
import type { CheckCode, StepFacts } from '@hilo/domain/step-checks.ts'
import type { Tx } from '../../db/scope.ts'
import type { EventRow, StepRow } from '../event-row.ts'
import { judgedStep, stepFacts } from './step-facts.ts'

/** What had to hold when the work began: a training that ends or an order that closes meanwhile undoes no work. */
const ofTheBeginning: readonly string[] = ['prl', 'order'] satisfies CheckCode[]
const isTouched = ({ status }: StepRow) => status !== 'iddle' && status !== 'cancelled'

/** @param more what is known better than by the stored facts */
export async function judgedAgain(sql: Tx, event: EventRow, row: StepRow, more: StepFacts = {}): Promise<StepRow> {
  if (!isTouched(row)) return row
  const facts = await stepFacts(sql, event, row.step, row.data)
  const judged = judgedStep(row.step, row.data, { ...facts, ...more })
  const kept = row.checks.filter(({ code }) => ofTheBeginning.includes(code))
  return {
    ...row,
    checks: judged.map(
      (one) => (ofTheBeginning.includes(one.code) ? kept.find(({ code }) => code === one.code) : one) ?? one,
    ),
  }
}

/** All steps that somebody has worked on. */
export async function allJudgedAgain(sql: Tx, event: EventRow, more: StepFacts = {}): Promise<StepRow[]> {
  const steps: StepRow[] = []
  for (const row of event.steps) steps.push(await judgedAgain(sql, event, row, more))
  return steps
}
