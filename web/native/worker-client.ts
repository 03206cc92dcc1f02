/** Worker for heavy computation: one request at a time, terminated when idle. */
import { ownScript } from './own-script.ts'

/** Response of a worker: the result, or a fault code. */
type Reply<Answer> = { answer: Answer } | { fault: string }

/** The worker failed, or there is none: the caller may compute elsewhere. */
export class WorkerFailed extends Error {}

/** The worker rejected the request with this fault code. */
export class WorkerFault extends Error {
  readonly fault: string
  constructor(fault: string) {
    super(fault)
    this.fault = fault
  }
}

/** Idle time before the worker is terminated to free memory, ms. */
const idle = 30_000

/** Client of one of the product's workers; the script is loaded on the first request. */
export function workerClient<Question, Answer>(url: string) {
  let worker: Worker | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let last: Promise<unknown> = Promise.resolve()
  const end = () => {
    worker?.terminate()
    worker = undefined
  }
  const ask = (question: Question, transfer: Transferable[]) =>
    new Promise<Answer>((resolve, reject) => {
      clearTimeout(timer)
      try {
        worker ??= new Worker(ownScript(url), { type: 'module' })
      } catch (error) {
        return reject(new WorkerFailed(String(error)))
      }
      worker.onmessage = ({ data }: MessageEvent<Reply<Answer>>) => {
        timer = setTimeout(end, idle)
        if ('answer' in data) resolve(data.answer)
        else reject(new WorkerFault(data.fault))
      }
      worker.onerror = worker.onmessageerror = () => {
        end()
        reject(new WorkerFailed(url))
      }
      worker.postMessage(question, transfer)
    })
  return (question: Question, transfer: Transferable[] = []): Promise<Answer> => {
    const answer = last.then(() => ask(question, transfer))
    last = answer.catch(() => undefined)
    return answer
  }
}

/** Worker side: handles each request of the page. */
export function serveWorker<Question, Answer>(work: (question: Question) => Promise<Answer>): void {
  self.onmessage = ({ data }: MessageEvent<Question>) =>
    void work(data).then(
      (answer) => self.postMessage({ answer } satisfies Reply<Answer>),
      (error: unknown) =>
        self.postMessage({ fault: error instanceof WorkerFault ? error.fault : String(error) } satisfies Reply<Answer>),
    )
}
