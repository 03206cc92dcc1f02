/** Log of the server's parts. Start-up lines are read by people; the rest has data beside the text. */
export interface Log {
  info(message: string, data?: object): void
  warn(message: string, data?: object): void
  error(message: string, data?: object): void
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
  const frames = (error.stack ?? '').split('\n').filter((one) => /^\s+at /.test(one))
  return {
    message: quotesValues ? error.message.replaceAll(/"[^]*"/g, '"…"') : error.message,
    ...known,
    stack: frames.join('\n'),
    ...(error.cause instanceof Error && { cause: plainError(error.cause) }),
  }
}

function plainErrors(_key: string, value: unknown): unknown {
  return value instanceof Error ? plainError(value) : value
}

/** Plain lines for a terminal: information on standard output, errors on standard error. */
export function terminalLog(): Log {
  const detail = (data?: object) => (data ? ` ${JSON.stringify(data, plainErrors)}` : '')
  return {
    info: (message) => void process.stdout.write(`${message}\n`),
    warn: (message, data) => void process.stderr.write(`${message}${detail(data)}\n`),
    error: (message, data) => void process.stderr.write(`${message}${detail(data)}\n`),
  }
}

/** No output; for tests. */
export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {} }
