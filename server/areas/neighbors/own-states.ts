import type { Input } from '@hilo/contract/index.ts'
import { massive } from '@hilo/domain/massive.ts'
import { allows, withholds } from '@hilo/domain/privilege.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { authorOf } from '../../kernel/sql/author.ts'
import { normalCode } from '@hilo/domain/text.ts'
import { recordStatement } from '../../kernel/list/record.ts'
import { viewerOf } from '../../kernel/list/viewer.ts'
import {
  JsonAfter,
  type ReceivedFile,
  type UploadContext,
  type UploadHandler,
  type WriteContext,
} from '../../kernel/handler.ts'
import { readTable } from '../../load/read-table.ts'
import { badTable, foldHead } from '../../load/table.ts'
import type { BoxAnswer, Reader } from '../../plant/reader.ts'
import { createMassive, uniqueCodes } from '../../process/massive.ts'
import { isSilent, ownAccesses, readOrRemember, stateOf, type OwnAccess } from '../../process/own-state.ts'
import { jobList } from './job-lists.ts'
import { onlyOne } from './only-one.ts'
import { codesById } from './queries.ts'

type Path = 'admin_vno/neighbors/queryStateVNO'

/** Boxes read concurrently, and for how long new readings are started, ms: the rest is answered with the last reading. */
const atOnce = 4
const patience = 15_000

type BoxState = { answer?: BoxAnswer; error: string | null }

async function readBoxes(plant: Reader, boxes: readonly number[]): Promise<Map<number, BoxState>> {
  const found = new Map<number, BoxState>()
  const waiting = [...boxes]
  const began = performance.now()
  const work = async () => {
    for (let ctoId = waiting.shift(); ctoId !== undefined; ctoId = waiting.shift()) {
      if (performance.now() - began > patience) {
        const last = await plant.lastReading(ctoId)
        found.set(ctoId, { ...(last && { answer: last }), error: 'OLT_BUSY' })
        continue
      }
      const read = readOrRemember(plant, ctoId)
      const box = await read.catch((error: unknown) => {
        if (isSilent(error)) return { error: error.code }
        throw error
      })
      found.set(ctoId, box)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return found
}

/** Few accesses, read within the request. */
async function readNow({ sql, plant, principal }: UploadContext<Path>, { access_id, accesses }: Input<Path>) {
  const { vnoId, technicalId } = viewerOf(principal)
  const asked: readonly (number | string)[] = access_id === undefined ? (accesses ?? []) : [access_id]
  const codes = asked.filter((one) => typeof one === 'string').map(normalCode)
  const ids = asked.filter((one) => typeof one === 'number')
  const text = await sql.json(ownAccesses, [ids, codes, vnoId, technicalId])
  const found = JSON.parse(text ?? '[]') as OwnAccess[]
  if (access_id !== undefined && found.length === 0) throw new Problem('NOT_FOUND')
  const boxes = new Set(found.filter(({ held }) => held).map(({ cto_id }) => cto_id))
  const read = await readBoxes(plant, [...boxes])
  const [only] = [...read.values()]
  if (access_id !== undefined && only?.error && !only.answer)
    throw new Problem(only.error === 'OLT_BUSY' ? 'OLT_BUSY' : 'OLT_UNREACHABLE', { retryAfter: 5 })
  const records = found.map((access) => {
    const box = access.held ? read.get(access.cto_id) : undefined
    return stateOf(access, box?.answer, box?.error ?? null)
  })
  const known = new Set<number | string>(found.flatMap(({ access_id: own, access }) => [own, access.code]))
  const unknown = [...new Set(asked)].filter((one) => !known.has(typeof one === 'string' ? normalCode(one) : one))
  return () => Promise.resolve({ records, unknown })
}

const heads: readonly string[] = ['access', 'access_code', 'access.code', 'acceso', 'code', 'codigo']

/** @throws Problem VALIDATION for a file without accesses, or with too many */
async function codesOf(file: ReceivedFile, userId: number): Promise<string[]> {
  const table = await readTable(file, ['csv', 'xlsx'], userId)
  const head = table.heads.find((one) => heads.includes(foldHead(one)))
  if (head === undefined) throw badTable('heads')
  const codes: string[] = []
  for await (const { line, values, refusal } of table.rows) {
    if (refusal !== undefined) throw badTable('broken', { line })
    const code = values[head] ?? ''
    if (code !== '') codes.push(code.slice(0, 64))
    if (codes.length > massive.most) throw badTable('rows', { limit: massive.most })
  }
  if (codes.length === 0) throw badTable('empty')
  return codes
}

/** Resolves ids to codes; an unknown id stays as it is and is reported as unknown. */
async function asCodes({ sql, principal }: UploadContext<Path>, accesses: readonly (string | number)[]) {
  const ids = accesses.filter((one) => typeof one === 'number')
  if (ids.length === 0) return accesses.map(String)
  const text = await sql.json(codesById, [ids, viewerOf(principal).vnoId])
  const codes = JSON.parse(text ?? '{}') as Record<string, string>
  return accesses.map((one) => (typeof one === 'number' ? (codes[one] ?? String(one)) : one))
}

/** Many accesses: a job, whose results the caller fetches later. */
async function start({ sql, principal, audit }: WriteContext, codes: readonly string[]): Promise<JsonAfter> {
  const made = await createMassive(sql, viewerOf(principal).vnoId, uniqueCodes(codes), authorOf(principal))
  if (!made) throw new Problem('RATE_LIMITED', { retryAfter: 60 })
  audit({ entity: 'neighbour_job', entityId: made.id, after: { accesses: codes.length } })
  const before = made.open ? '{"result_flag":3,"poll_after_ms":5000,"record":' : '{"result_flag":2,"record":'
  return new JsonAfter(before, recordStatement(jobList, principal, made.id), '}')
}

export const ownStates = {
  'admin_vno/neighbors/queryStateVNO': (async (context, asked) => {
    const { file } = context.files
    const { privileges, account_type } = context.principal
    onlyOne({ accesses: asked.accesses, access_id: asked.access_id, file })
    const many = file !== undefined || (asked.accesses?.length ?? 0) > massive.atOnce
    const [privilege, part] = many
      ? (['massive-neighbor-request_create', 'neightborState.massive_create'] as const)
      : (['neightborState_view', 'neightborState.own_view'] as const)
    const may = allows(privileges, privilege) && !withholds(privileges, part)
    if (!may || (many && account_type === 'te')) throw new Problem('PRIVILEGE_DENIED')
    if (!many) return await readNow(context, asked)
    const codes = file ? await codesOf(file, context.principal.user.id) : await asCodes(context, asked.accesses ?? [])
    return async (writing) => await start(writing, codes)
  }) satisfies UploadHandler<Path>,
}
