/** Where the parts of the server tell what they do. Start-up lines are read by people; the rest is data beside the text. */
export interface Log {
  info(message: string, data?: object): void
  warn(message: string, data?: object): void
  error(message: string, data?: object): void
}

function line(level: string, message: string, data: object | undefined): string {
  const time = new Date().toISOString()
  return `${JSON.stringify({ time, level, message, ...data }, plainErrors)}\n`
}

function plainErrors(_key: string, value: unknown): unknown {
  return value instanceof Error ? { message: value.message, stack: value.stack } : value
}

/** One JSON object per line on standard error, which leaves standard output to what people read. */
export function jsonLog(): Log {
  return {
    info: (message, data) => void process.stderr.write(line('info', message, data)),
    warn: (message, data) => void process.stderr.write(line('warn', message, data)),
    error: (message, data) => void process.stderr.write(line('error', message, data)),
  }
}

/** Plain lines for a person at a terminal: what happens on standard output, what goes wrong on standard error. */
export function terminalLog(): Log {
  const detail = (data?: object) => (data ? ` ${JSON.stringify(data, plainErrors)}` : '')
  return {
    info: (message) => void process.stdout.write(`${message}\n`),
    warn: (message, data) => void process.stderr.write(`${message}${detail(data)}\n`),
    error: (message, data) => void process.stderr.write(`${message}${detail(data)}\n`),
  }
}

/** Says nothing; for tests. */
export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {} }
