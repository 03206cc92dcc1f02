import { Problem } from '@hilo/domain/problem.ts'
import type { Route } from './route.ts'
import type { Ask, Asked } from '../handler.ts'
import { knownProblem, problemAnswer } from './problems.ts'
import { Upload } from './upload.ts'
import type { Request } from './request.ts'

type Answering = (request: Request, raw: () => Promise<unknown>) => Promise<unknown>
const answerable: readonly Route['kind'][] = ['write', 'upload', 'list']

/**
 * Lets a handler call lists and changes as its own caller, each answered like a separate request: own privilege, schema,
 * transaction, audit and stored answer.
 */
export function asking({ kernel, caller, reply }: Omit<Request, 'route' | 'upload'>, answering: Answering): Ask {
  const failed = (error: unknown, path: string): Asked => {
    const problem = knownProblem(error)
    if (!problem) kernel.log.error('request failed', { request_id: caller.requestId, path, error })
    const { status, body } = problemAnswer(problem ?? new Problem('SYSTEM_ERROR'), caller.requestId)
    return { status, body: JSON.parse(body) as Asked['body'] }
  }
  return async (path, query) => {
    try {
      const route = kernel.routes.get(path)
      const open = route && answerable.includes(route.kind) && (!route.spec.demo || kernel.config.demo)
      if (!open) throw new Problem('REQUEST_NOT_EXIST')
      const inner = { kernel, route, caller, reply, upload: new Upload({}, kernel.store.incoming) }
      const text = await answering(inner, () => Promise.resolve(query))
      return { status: 200, body: JSON.parse(String(text)) as Asked['body'] }
    } catch (error) {
      return failed(error, path)
    }
  }
}
