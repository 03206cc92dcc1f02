import { contract, type Input, type Path } from '@hilo/contract/index.ts'
import { problems } from '@hilo/domain/problem.ts'
import type { Ask, Asked } from '../../http/handler.ts'
import { text } from '../../http/texts.ts'

type Operation = Input<'admin_vno/sync/push'>['operations'][number]
export interface Result extends Asked {
  client_request_id: string
}

/** What this batch has done to an intervention so far. */
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

/** The version that a device names is the one it knew before the batch; what the batch itself made of it is newer. */
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
 * Operations one after the other, in their order, each in its own transaction. Where one fails, what follows on the same
 * intervention is not tried; everything else goes on. The same batch again answers the same.
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
