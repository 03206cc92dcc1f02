/** Random histories of one PON: what the judgement says of each is held against what happened. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { History } from '../test/history/case-file.ts'
import { drawPlan } from '../test/history/generate.ts'
import { epoch } from '../test/history/plan.ts'
import { countsOf, explain, judgeSession, play } from '../test/history/run.ts'
import { judgeWork } from './judgement.ts'
import type { Breach } from '../test/history/oracle.ts'
import type { Plan } from '../test/history/plan.ts'

const histories = Number(process.env.HILO_HISTORIES ?? 1000)
const firstSeed = Number(process.env.HILO_HISTORY_SEED ?? 1)

test('nobody is blamed who touched nothing, no harm that can be seen is missed, no code is given after one', (t) => {
  const broken: { plan: Plan; breaches: Breach[] }[] = []
  const counts = play(firstSeed, histories, (plan, breaches) => broken.push({ plan, breaches }))
  t.diagnostic(countsOf(counts))
  const told = broken.slice(0, 3).map(({ plan, breaches }) => explain(plan, breaches[0]!.rule))
  assert.equal(broken.length, 0, `${broken.length} histories break a rule\n\n${told.join('\n\n')}`)
})

/** Another order, and everything twice: the same evidence. */
const shuffled = <T>(items: readonly T[]): T[] => [...items, ...items].toReversed()

test('the order of evidence, and evidence that comes twice, change nothing', () => {
  for (let seed = 1; seed <= 400; seed++) {
    const history = new History(drawPlan(seed))
    for (const session of history.sessions()) {
      const file = history.caseFile(session)
      const again = {
        ...file,
        onts: file.onts.map((ont) => ({ ...ont, evidence: shuffled(ont.evidence) })),
        tree: { ...file.tree, outside: file.tree.outside.map(shuffled) },
        newcomers: file.newcomers.toReversed(),
      }
      const other = judgeWork(again, session.work.id, { degraded_blocks: true }, epoch + session.at)
      const where = `seed ${seed}, ${session.moment} of work ${session.work.id}`
      assert.deepEqual(other, judgeSession(history, session), where)
    }
  }
})
