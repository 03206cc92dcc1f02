/** Runs every row of the table of trials, with the cheats, against the server, and counts by row and kind. */
import { contract, type Path } from '@hilo/contract/index.ts'
import { lists } from '../../server/test/trials/all.ts'
import type { Door } from '../../server/test/trials/api-access.ts'
import { newScore, type FaultKind, type Score } from '../../server/test/trials/expect.ts'
import { oddRow, type Trial } from '../../server/test/trials/trial.ts'
import type { Bound } from './report.ts'
import { answered, post } from './wire.ts'
import type { World } from './world.ts'
import type { KindRow } from './kinds.ts'

/** Number that selects the trials without a row. */
const besideTheTable = 0

interface Played {
  trial: Pick<Trial, 'row' | 'name' | 'cheat'>
  score: Score
  /** From a pulled hair to its alarm on the technician's screen, real ms. */
  alarms: readonly number[]
}

export function doorOf({ db, address }: World): Door {
  return {
    db,
    async call(path: Path, query: object, token: string, picture?: Buffer) {
      if (contract[path].method !== 'POST') throw new Error(`${path} is not posted`)
      const { status, text } = await answered(() => post(`${address}/api/v1/${path}.json`, token, query, picture))
      return { status, text, body: JSON.parse(text) as unknown }
    },
  }
}

/** In sequence, because they share the clock. A trial that cannot run is a fault of the trial. */
export async function playRows(world: World, only: readonly number[]): Promise<Played[]> {
  const door = doorOf(world)
  const played: Played[] = []
  for (const trial of Object.values(lists)
    .flat()
    .filter(({ row }) => only.length === 0 || only.includes(row ?? besideTheTable))) {
    const score = newScore()
    await trial.play(door, score).catch((thrown: unknown) => {
      score.faults.push({ kind: 'other', text: thrown instanceof Error ? thrown.message : String(thrown) })
    })
    played.push({ trial, score, alarms: score.alarms })
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
    // A neighbour counts as missed once, however many statements are wrong.
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

const nameOf = (row: number) =>
  row === besideTheTable ? 'trials beside the table' : row === oddRow ? 'trials of odd OLTs' : `row ${row}`

/** The trials as lines of the table by kind: every row, and every cheat among them once more. */
export function rowKinds(played: readonly Played[]): KindRow[] {
  const line = (kind: string, some: readonly Played[]): KindRow => {
    const { trials: count, harmed, untouched, faults } = sumOf(some)
    return {
      kind,
      played: count,
      harmed,
      found: harmed - faults.missed,
      blamed: faults.blamed,
      untouched,
      late: faults.late,
      other: faults.other,
      alarms: some.flatMap(({ alarms }) => alarms),
    }
  }
  const rows = [...Map.groupBy(played, ({ trial }) => trial.row ?? besideTheTable)].toSorted(([a], [b]) => a - b)
  const names = [...new Set(played.flatMap(({ trial }) => trial.cheat ?? []))].toSorted()
  const cheating = (cheat: string) => played.filter(({ trial }) => trial.cheat === cheat)
  return [
    ...rows.map(([row, some]) => line(nameOf(row), some)),
    ...names.map((cheat) => line(`of them the cheat: ${cheat}`, cheating(cheat))),
  ]
}
