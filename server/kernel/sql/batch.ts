import type pg from 'pg'
import { prepareValue } from 'pg/lib/utils.js'

/**
 * Several prepared statements in one protocol round trip: Bind/Execute for each, then a single Sync. Without an explicit BEGIN
 * they are one implicit transaction, so a scope set by the first statement applies to the next ones and ends with it. Measured
 * at 0.95 of the bare query, where BEGIN/scope/list/COMMIT reach 0.7.
 */
export interface Statement {
  text: string
  values: readonly unknown[]
  /** Planned for the actual values: for prefixes and ranges, whose best plan depends on them. Others use a generic plan. */
  planned?: 'each time'
  /** Reads the fields that a request chose: one of as many texts as there are sets of fields. */
  ofFields?: boolean
}

/** Text of every column of every row, per statement. */
export type BatchRow = (string | null)[]

/** The parts of pg's Connection that a batch drives. */
interface Wire {
  stream: { cork(): void; uncork(): void }
  parsedStatements: Record<string, string | undefined>
  parse(query: { name: string; text: string; types: number[] }): void
  bind(config: {
    portal: string
    statement: string
    values: unknown[]
    binary: boolean
    valueMapper: (v: unknown) => unknown
  }): void
  execute(config: { portal: string; rows: number }): void
  sync(): void
  on(event: 'parseComplete', listener: () => void): void
  off(event: 'parseComplete', listener: () => void): void
}

interface Names {
  prefix: string
  /** Prepared statements per process; requests can create more variants than a database should hold. */
  most: number
  known: Map<string, string>
}
const usual: Names = { prefix: 'h', most: 400, known: new Map() }
/** Statements of chosen fields have their own pool of names: a client that asks for many sets of fields leaves the other pool alone. */
const chosen: Names = { prefix: 'f', most: 200, known: new Map() }

/** A stable name per SQL text, so that each connection prepares a statement once. Empty beyond the limit. */
export function nameOf(text: string, names = usual): string {
  let name = names.known.get(text)
  if (name === undefined) {
    if (names.known.size >= names.most) return ''
    name = `${names.prefix}${names.known.size}`
    names.known.set(text, name)
  }
  return name
}

/** One submission, in the shape that pg's Client drives (it calls these methods by name). */
class Batch {
  readonly #statements: readonly Statement[]
  readonly #resolve: (results: BatchRow[][]) => void
  readonly #reject: (error: Error) => void
  readonly #results: BatchRow[][]
  #current = 0
  #stopListening = (): void => undefined

  constructor(
    statements: readonly Statement[],
    resolve: (results: BatchRow[][]) => void,
    reject: (error: Error) => void,
  ) {
    this.#statements = statements
    this.#resolve = resolve
    this.#reject = reject
    this.#results = statements.map(() => [])
  }

  submit(connection: pg.Connection): void {
    // @types/pg lacks the protocol parts that only pg's own Query drives.
    const wire = connection as unknown as Wire
    // A statement counts as prepared only once the server has confirmed it. The listener must not reference the batch:
    // otherwise the rows of every answer outlive the young generation (seen with --trace-gc; 2.8 of each 10 MB on pages
    // of fifty).
    const parsing: [string, string][] = []
    const onParsed = () => {
      const done = parsing.shift()
      if (done?.[0]) wire.parsedStatements[done[0]] = done[1]
    }
    wire.on('parseComplete', onParsed)
    this.#stopListening = () => wire.off('parseComplete', onParsed)
    wire.stream.cork()
    try {
      const sent = new Set<string>()
      for (const { text, values, ofFields } of this.#statements) {
        const statement = nameOf(text, ofFields ? chosen : usual)
        if (statement === '' || (wire.parsedStatements[statement] === undefined && !sent.has(statement))) {
          wire.parse({ name: statement, text, types: [] })
          parsing.push([statement, text])
          sent.add(statement)
        }
        wire.bind({
          portal: '',
          statement,
          values: [...values],
          binary: false,
          valueMapper: prepareValue,
        })
        wire.execute({ portal: '', rows: 0 })
      }
      wire.sync()
    } finally {
      wire.stream.uncork()
    }
  }

  handleDataRow(message: { fields: BatchRow }): void {
    this.#results[this.#current]?.push(message.fields)
  }
  handleCommandComplete(): void {
    this.#current += 1
  }
  handleEmptyQuery(): void {
    this.#current += 1
  }
  /** pg drops the query after an error, so ReadyForQuery never arrives: the failure must be reported here. */
  handleError(error: Error): void {
    this.#stopListening()
    this.#reject(error)
  }
  handleReadyForQuery(): void {
    this.#stopListening()
    this.#resolve(this.#results)
  }
  handleRowDescription(): void {}
  handlePortalSuspended(): void {}
  handleCopyInResponse(): void {}
  handleCopyData(): void {}
}

/**
 * Runs the statements in one round trip on a connection and returns their rows as text.
 * @throws the database's error; the connection stays usable.
 */
export function runBatch(client: pg.ClientBase, statements: readonly Statement[]): Promise<BatchRow[][]> {
  return new Promise((resolve, reject) => {
    client.query(new Batch(statements, resolve, reject))
  })
}
