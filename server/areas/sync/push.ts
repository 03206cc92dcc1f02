import { contract, type Input, type Path } from '@hilo/contract/index.ts'
import { problems } from '@hilo/domain/problem.ts'
import type { Ask, Asked } from '../../kernel/handler.ts'
import { text } from '../../kernel/texts.ts'

type Operation = Input<'admin_vno/sync/push'>['operations'][number]
export interface Result extends Asked {
  client_request_id: string
}

/** Effects of this batch on one intervention so far. */
interface Thread {
  failed: boolean
  /** After the last act. */
  version: number | null
}

function blocked(code: 'SYNC_BLOCKED' | 'REQUEST_NOT_EXIST'): Asked {
  return { status: problems[code], body: { error: code, result: text(`problem.${code}`), msg: code } }
}

function isChange(path: string): boolean {
  if (!Object.hasOwn(contract, path)) return false
  const spec = contract[path as Path]
  return spec.kind === 'call' && 'mutates' in spec
}

/** The device names the version from before the batch; the batch's own changes are newer. */
function queryOf({ query, client_request_id }: Operation, thread: Thread | undefined): object {
  const { version } = query
  const older = typeof version === 'number' && thread?.version != null && version < thread.version
  return { ...query, client_request_id, ...(older && { version: thread.version }) }
}

const versionOf = ({ body }: Asked): number | null => {
  const { record } = body
  const version = typeof record === 'object' && record !== null && 'version' in record ? record.version : null
  return typeof version === 'number' ? version : null
}

/**
 * Runs operations in order, each in its own transaction. After a failure later ones on the same intervention are skipped;
 * others go on. Repeating the batch gives the same answers.
 */
export async function push(ask: Ask, operations: readonly Operation[]): Promise<Result[]> {
  const threads = new Map<unknown, Thread>()
  const results: Result[] = []
  for (const one of operations) {
    const { client_request_id, path, query } = one
    const event = query['event_id']
    const thread = threads.get(event)
    const answer = !isChange(path)
      ? blocked('REQUEST_NOT_EXIST')
      : thread?.failed
        ? blocked('SYNC_BLOCKED')
        : await ask(path, queryOf(one, thread))
    results.push({ client_request_id, ...answer })
    if (event === undefined) continue
    const failed = thread?.failed === true || answer.status !== 200
    threads.set(event, { failed, version: versionOf(answer) ?? thread?.version ?? null })
  }
  return results
}
