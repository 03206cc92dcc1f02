import { isLostConnection } from './kernel/lost-connection.ts'

/** Log of the server's parts. Start-up lines are read by people; the rest has data beside the text. */
export interface Log {
  info(message: string, data?: object): void
  warn(message: string, data?: object): void
  error(message: string, data?: object): void
  /**
   * Shows the progress of a task in one line, which the next line replaces. An output that is no terminal gets a line when the
   * task begins and another every 30 s.
   */
  progress(task: string, detail?: string): void
}

/** One line of JSON, with its line end. */
export function jsonLine(level: string, message: string, data?: object): string {
  const time = new Date().toISOString()
  return `${JSON.stringify({ time, level, message, ...data }, plainErrors)}\n`
}

const fields = ['code', 'schema', 'table', 'column', 'constraint', 'routine'] as const

/**
 * An error without quoted values: PostgreSQL repeats parameters, and JSON.parse its input. Quoted parts stay only if they are
 * identifiers of our own.
 */
function plainError(error: Error): object {
  const known = Object.fromEntries(
    fields.flatMap((name) => {
      const value: unknown = (error as unknown as Record<string, unknown>)[name]
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
  const ofDatabase = 'severity' in error && typeof known['code'] === 'string'
  const quotesValues = error instanceof SyntaxError || (ofDatabase && !known['code']?.startsWith('42'))
  // Where a connection was used says nothing of why it broke.
  const frames = isLostConnection(error) ? [] : (error.stack ?? '').split('\n').filter((one) => /^\s+at /.test(one))
  return {
    message: quotesValues ? error.message.replaceAll(/"[^]*"/g, '"…"') : error.message,
    ...known,
    ...(frames.length > 0 && { stack: frames.join('\n') }),
    ...(error.cause instanceof Error && { cause: plainError(error.cause) }),
  }
}

function plainErrors(_key: string, value: unknown): unknown {
  return value instanceof Error ? plainError(value) : value
}

const progressEveryMs = 30_000
/** To the first column, and clears the line. */
const clearLine = '\r\x1b[K'

/** Of a terminal that does not tell its width. */
const usualColumns = 80

type Out = Pick<NodeJS.WriteStream, 'write' | 'isTTY' | 'columns'>

/** Plain lines for a terminal: information and progress on standard output, errors on standard error. */
export function terminalLog(out: Out = process.stdout, err: Out = process.stderr): Log {
  let replaceable = false
  let told = { task: '', at: 0 }
  const line = (to: Out, text: string) => {
    if (replaceable) out.write(clearLine)
    replaceable = false
    to.write(`${text}\n`)
  }
  const detailed = (message: string, data?: object) =>
    data ? `${message} ${JSON.stringify(data, plainErrors)}` : message
  const progress = (task: string, detail = '') => {
    const text = `${task}… ${detail}`.trimEnd()
    if (out.isTTY) {
      // A wrapped line would not be cleared whole.
      out.write(`${clearLine}${text.slice(0, (out.columns || usualColumns) - 1)}`)
      replaceable = true
    } else if (told.task !== task || performance.now() - told.at > progressEveryMs) {
      told = { task, at: performance.now() }
      out.write(`${text}\n`)
    }
  }
  return {
    info: (message) => line(out, message),
    warn: (message, data) => line(err, detailed(message, data)),
    error: (message, data) => line(err, detailed(message, data)),
    progress,
  }
}

/** No output; for tests. */
export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {}, progress: () => {} }
