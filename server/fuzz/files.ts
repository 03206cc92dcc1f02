/**
 * Table files, valid and damaged, at every call that takes one. No file makes the server fail, and no value changes silently:
 * a preview shows what a second reader reads, or warns.
 */
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { LoadAnswer } from '@hilo/contract/loads/load.ts'
import { assignmentStatus, portState } from '@hilo/domain/status.ts'
import { makeAdmin, makeOperator, makeSession, makeVno, type TestSession } from '../test/factories.ts'
import type { Answer, TestServer } from '../test/harness.ts'
import { makeAssignment, makeCto, makePort } from '../test/plant-factories.ts'
import { Dice } from './dice.ts'
import { drawCsv } from './files-csv.ts'
import { damagedBytes, damagedWorkbook, drawZip, wholeWorkbook } from './files-damage.ts'
import { drawGeojson } from './files-geojson.ts'
import { judge } from './files-judge.ts'
import { drawGrid, tableDoors, type Grid, type Plant, type TableDoor } from './files-rows.ts'
import { workbookTruth, type FuzzFile } from './files-truth.ts'
import { drawWritten } from './files-writers.ts'
import { bookOf } from './files-xlsx.ts'

interface FileFault {
  /** Reproduces this file alone, as the first of a run. */
  seed: number
  path: string
  how: string
  why: string
  /** Path of the stored file. */
  kept: string
  /** The server's log of a failure. */
  cause: string
}

interface FuzzedFiles {
  files: number
  faults: FileFault[]
  statuses: Record<number, number>
  /** Cells whose value was compared, by table. */
  compared: Record<string, number>
  longestMs: Record<string, number>
}

const atOnce = 3
/** Files per set of people. */
const perPeople = 60
const share = { damagedBytes: 0.15, written: 0.4, damagedParts: 0.3, forReal: 0.1 } as const

interface Scene {
  plant: Plant
  people: Record<TableDoor['by'], TestSession>
}

/** A box with free ports, ports promised to an operator, and people who load files. */
async function newScene({ db }: TestServer): Promise<Scene> {
  const vno = await makeVno(db)
  const cto = await makeCto(db)
  const state = { state: portState.is.asignado, assignment_status: assignmentStatus.is.assigned }
  const ports: string[] = []
  for (let n = 0; n < 8; n++) {
    await makePort(db, { cto, number: n + 1 })
    const port = await makePort(db, { ...state, cto: await makeCto(db) })
    await makeAssignment(db, { vno, port, ...state, rx_dbm: null })
    ports.push(port.label)
  }
  const { rows } = await db.owner.query<{ pon: string; olt: string }>(
    'select p.code as pon, o.code as olt from cto c join pon p on p.id = c.pon_id join olt o on o.id = p.olt_id where c.id = $1',
    [cto.id],
  )
  const people = {
    admin: await makeSession(db, await makeAdmin(db, { vno })),
    operator: await makeSession(db, await makeOperator(db)),
  }
  return { plant: { vno, cto: cto.code, pon: rows[0]?.pon ?? '', olt: rows[0]?.olt ?? '', ports }, people }
}

async function drawn(dice: Dice, door: TableDoor, grid: Grid): Promise<FuzzFile> {
  const format = dice.pick(door.formats)
  const table = async (): Promise<FuzzFile> => {
    if (format === 'geojson') return drawGeojson(dice, grid)
    if (format === 'csv' || dice.chance(0.3 * Number(format === 'zip')))
      return dice.chance(share.written) ? drawWritten(dice, grid) : drawCsv(dice, grid)
    const book = bookOf(dice, grid)
    return dice.chance(share.damagedParts) ? await damagedWorkbook(dice, book) : await wholeWorkbook(dice, book)
  }
  const file = format === 'zip' ? await drawZip(dice, await table()) : await table()
  return dice.chance(share.damagedBytes) ? damagedBytes(dice, file) : file
}

class FilesRun {
  readonly result: FuzzedFiles = { files: 0, faults: [], statuses: {}, compared: {}, longestMs: {} }
  readonly #server: TestServer
  readonly #causes: Map<string, string>
  #folder: string | undefined

  constructor(server: TestServer, causes: Map<string, string>) {
    this.#server = server
    this.#causes = causes
  }

  async one(scene: Scene, seed: number): Promise<void> {
    const dice = new Dice(seed)
    const door = dice.pick(tableDoors)
    const file = await drawn(dice, door, drawGrid(dice, door.table, scene.plant))
    const preview = door.shows && !dice.chance(share.forReal)
    const answer = await this.#send(scene, door, file, preview)
    const { result } = this
    result.files += 1
    result.statuses[answer.status] = (result.statuses[answer.status] ?? 0) + 1
    const note = (why: string) => this.#note({ seed, path: door.path, why }, file, answer)
    if (answer.status >= 500 && answer.headers['retry-after'] === undefined) await note(`status ${answer.status}`)
    if (answer.status !== 200 || !preview) return
    const second = file.format === 'xlsx' && file.common ? await workbookTruth(file.bytes) : null
    for (const [reader, truth] of [
      ['its maker', file.meant],
      ['read-excel-file', second],
    ] as const) {
      if (!truth) continue
      const { faults, compared } = judge(door.table, (answer.body as LoadAnswer).record, truth, reader)
      result.compared[door.table] = (result.compared[door.table] ?? 0) + compared
      for (const why of faults) await note(why)
    }
  }

  async #send({ plant, people }: Scene, door: TableDoor, { bytes }: FuzzFile, preview: boolean): Promise<Answer> {
    const query = { ...door.query(plant), ...(preview && { preview }) }
    const ask = async () => {
      const began = performance.now()
      const answer = await this.#server.call(door.path, query, { session: people[door.by], files: { file: bytes } })
      const { longestMs } = this.result
      longestMs[door.path] = Math.max(longestMs[door.path] ?? 0, performance.now() - began)
      return answer
    }
    const answer = await ask()
    const later = Number(answer.headers['retry-after'])
    if (answer.status !== 503 || !(later > 0)) return answer
    await wait(1000 * later)
    return await ask()
  }

  async #note(
    where: Pick<FileFault, 'seed' | 'path' | 'why'>,
    file: FuzzFile,
    { body, headers }: Answer,
  ): Promise<void> {
    if (this.result.faults.length >= 200) return
    this.#folder ??= await mkdtemp(join(tmpdir(), 'hilo-fuzz-'))
    const kept = join(this.#folder, `${where.seed}.${file.format}`)
    await writeFile(kept, file.bytes)
    const id = (body as { request_id?: string } | undefined)?.request_id ?? String(headers['x-request-id'])
    const cause = this.#causes.get(id) ?? ''
    this.result.faults.push({ ...where, how: `${file.format}: ${file.how}`, kept, cause })
  }
}

/** @param seed the same seed draws the same files; its nth file is the first of seed + n */
export async function fuzzFiles(
  { server, causes }: { server: TestServer; causes: Map<string, string> },
  options: { files: number; seed: number; each?: (done: number) => void },
): Promise<FuzzedFiles> {
  const { files, seed, each } = options
  const run = new FilesRun(server, causes)
  for (let first = 0; first < files; first += perPeople) {
    const queue = Array.from({ length: Math.min(perPeople, files - first) }, (_, n) => seed + first + n).values()
    const worker = async () => {
      const scene = await newScene(server)
      for (const one of queue) await run.one(scene, one)
    }
    await Promise.all(Array.from({ length: atOnce }, worker))
    each?.(run.result.files)
  }
  return run.result
}
