/** Plays every row of the table of trials, and the cheats among them, against the server, and counts by row and by kind. */
import { contract, type Path } from '@hilo/contract/index.ts'
import type { FaultKind, Score } from '../../server/test/trials/expect.ts'
import { newScore } from '../../server/test/trials/expect.ts'
import type { Door } from '../../server/test/trials/door.ts'
import { rows1to4 } from '../../server/test/trials/rows-1-4.ts'
import { rows5to8 } from '../../server/test/trials/rows-5-8.ts'
import { rows9to12 } from '../../server/test/trials/rows-9-12.ts'
import { rows13to16 } from '../../server/test/trials/rows-13-16.ts'
import type { Trial } from '../../server/test/trials/trial.ts'
import type { Bound } from './report.ts'
import { post } from './wire.ts'
import type { World } from './world.ts'

const trials: readonly Trial[] = [...rows1to4, ...rows5to8, ...rows9to12, ...rows13to16]

export interface Played {
  trial: Pick<Trial, 'row' | 'name' | 'cheat'>
  score: Score
}

function doorOf({ db, address }: World): Door {
  return {
    db,
    async call(path: Path, query: object, token: string, picture?: Buffer) {
      if (contract[path].method !== 'POST') throw new Error(`${path} is not posted`)
      const answer = await post(`${address}/api/v1/${path}.json`, token, query, picture)
      const text = await answer.text()
      return { status: answer.status, text, body: JSON.parse(text) as unknown }
    },
  }
}

/** One after another: they share the clock. What fails to be played is a fault of the trial. */
export async function playRows(world: World, only: readonly number[]): Promise<Played[]> {
  const door = doorOf(world)
  const played: Played[] = []
  for (const trial of trials.filter(({ row }) => only.length === 0 || only.includes(row))) {
    const score = newScore()
    await trial.play(door, score).catch((thrown: unknown) => {
      score.faults.push({ kind: 'other', text: thrown instanceof Error ? thrown.message : String(thrown) })
    })
    played.push({ trial, score })
    process.stdout.write(`${score.faults.length === 0 ? '✓' : '✗'} ${trial.name}\n`)
    for (const { kind, text } of score.faults) process.stdout.write(`    ${kind}: ${text}\n`)
  }
  return played
}

interface Sum {
  trials: number
  harmed: number
  untouched: number
  undecidable: number
  faults: Record<FaultKind, number>
}

function sumOf(played: readonly Played[]): Sum {
  const faults: Sum['faults'] = { missed: 0, blamed: 0, late: 0, other: 0 }
  const sum: Sum = { trials: played.length, harmed: 0, untouched: 0, undecidable: 0, faults }
  for (const { score } of played) {
    sum.harmed += score.seen.harmed
    sum.untouched += score.seen.untouched
    sum.undecidable += score.seen.undecidable
    // A neighbour is missed once, however much of him is said wrongly.
    for (const kind of Object.keys(faults) as FaultKind[])
      faults[kind] += new Set(score.faults.filter((one) => one.kind === kind).map(subjectOf)).size
  }
  return sum
}

const subjectOf = ({ text }: { text: string }) => /^port \d+/.exec(text)?.[0] ?? text

export function rowBounds(played: readonly Played[]): Bound[] {
  const { faults } = sumOf(played)
  const none = (name: string, kind: FaultKind): Bound => ({
    name: `rows and cheats: ${name}`,
    value: String(faults[kind]),
    bound: '0',
    holds: faults[kind] === 0,
  })
  return [
    none('harmed neighbours missed', 'missed'),
    none('blamed who were touched by nobody, or whom nobody can tell of', 'blamed'),
    none('found, and told to nobody or too late', 'late'),
    none('verdicts, codes, closings and words that are not as they should be', 'other'),
  ]
}

export function rowTable(played: readonly Played[]): string {
  const line = (name: string, some: readonly Played[]) => {
    const { trials: count, harmed, untouched, undecidable, faults } = sumOf(some)
    const found = harmed - faults.missed
    const cells = [count, `${found} of ${harmed}`, faults.late, faults.blamed, untouched, undecidable, faults.other]
    return `| ${name} | ${cells.join(' | ')} |`
  }
  const rows = [...new Set(played.map(({ trial }) => trial.row))].toSorted((a, b) => a - b)
  const cheats = [...new Set(played.flatMap(({ trial }) => trial.cheat ?? []))].toSorted()
  return [
    '| trials | played | harmed found | told late | blamed falsely | untouched | nobody can tell | otherwise wrong |',
    '|---|--:|--:|--:|--:|--:|--:|--:|',
    ...rows.map((row) =>
      line(
        `row ${row}`,
        played.filter(({ trial }) => trial.row === row),
      ),
    ),
    ...cheats.map((cheat) =>
      line(
        `cheat: ${cheat}`,
        played.filter(({ trial }) => trial.cheat === cheat),
      ),
    ),
    line('all', played),
  ].join('\n')
}
