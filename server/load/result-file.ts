import type { RowResult } from '@hilo/contract/loads/load.ts'
import { csvText } from '@hilo/domain/formula.ts'
import type { Kept } from '../files/attach.ts'
import type { FileStore } from '../files/store.ts'
import { IncomingFile } from './incoming-file.ts'

const heads = ['line', 'ok', 'code', 'message', 'id'] as const
type Result = Pick<RowResult, (typeof heads)[number]> & { values?: Readonly<Record<string, string>> | undefined }
/** A value as a CSV cell. */
export function csvCell(value: string | number | boolean | undefined): string {
  return typeof value === 'string' ? csvText(value) : String(value ?? '')
}

/** Results of all rows as a CSV for programs. */
export class ResultFile implements AsyncDisposable {
  readonly #file: IncomingFile
  readonly #more: readonly string[]

  private constructor(file: IncomingFile, more: readonly string[]) {
    this.#file = file
    this.#more = more
  }

  /** @param more columns of the row itself, after those of the result */
  static async open(store: FileStore, more: readonly string[] = []): Promise<ResultFile> {
    const file = await IncomingFile.open(store)
    await file.write(Buffer.from(`\uFEFF${[...heads, ...more].join(',')}\r\n`))
    return new ResultFile(file, more)
  }

  async add(results: readonly Result[]): Promise<void> {
    const lines = results.map((one) =>
      [...heads.map((head) => one[head]), ...this.#more.map((name) => one.values?.[name])].map(csvCell).join(','),
    )
    if (lines.length > 0) await this.#file.write(Buffer.from(`${lines.join('\r\n')}\r\n`))
  }

  /** Moves the file to the store; not referenced yet. */
  async keep(vnoId: number | null): Promise<Kept> {
    return await this.#file.keep(vnoId)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file[Symbol.asyncDispose]()
  }
}
