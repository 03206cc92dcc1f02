/** Work that would make the page stutter, done on a thread of its own: one question after another, and gone when idle. */
import { ownScript } from './own-script.ts'

/** What a worker says of a question: its answer, or the word for what was wrong with it. */
export type Reply<Answer> = { answer: Answer } | { fault: string }

/** The thread itself failed, or there is none: the question may be asked elsewhere. */
export class ThreadGone extends Error {}

/** What the thread found wrong with a question. */
export class Fault extends Error {
  readonly fault: string
  constructor(fault: string) {
    super(fault)
    this.fault = fault
  }
}

/** Memory that a phone gets back when nothing has been asked for so long, ms. */
const idle = 30_000

/** Asks a worker of the product's own; its script comes with the first question. */
export function thread<Question, Answer>(url: string) {
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
        return reject(new ThreadGone(String(error)))
      }
      worker.onmessage = ({ data }: MessageEvent<Reply<Answer>>) => {
        timer = setTimeout(end, idle)
        if ('answer' in data) resolve(data.answer)
        else reject(new Fault(data.fault))
      }
      worker.onerror = worker.onmessageerror = () => {
        end()
        reject(new ThreadGone(url))
      }
      worker.postMessage(question, transfer)
    })
  return (question: Question, transfer: Transferable[] = []): Promise<Answer> => {
    const answer = last.then(() => ask(question, transfer))
    last = answer.catch(() => undefined)
    return answer
  }
}

/** The other side: answers each question of the page. */
export function answering<Question, Answer>(work: (question: Question) => Promise<Answer>): void {
  self.onmessage = ({ data }: MessageEvent<Question>) =>
    void work(data).then(
      (answer) => self.postMessage({ answer } satisfies Reply<Answer>),
      (error: unknown) =>
        self.postMessage({ fault: error instanceof Fault ? error.fault : String(error) } satisfies Reply<Answer>),
    )
}
