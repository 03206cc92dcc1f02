/** One server-sent event. */
export interface ServerEvent {
  name: string
  data: string
}

/** Parser of server-sent events from text that arrives in pieces. */
export function eventReader() {
  let rest = ''
  let name = ''
  let data: string[] = []
  const reader = {
    /** Last event id, to resume from; empty until the server has sent one. */
    lastId: '',
    read(piece: string): ServerEvent[] {
      const found: ServerEvent[] = []
      const lines = (rest + piece).split('\n')
      rest = lines.pop() ?? ''
      for (const raw of lines) {
        const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw
        if (line === '') {
          if (data.length > 0) found.push({ name: name || 'message', data: data.join('\n') })
          name = ''
          data = []
          continue
        }
        const [, field = '', value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? []
        if (field === 'event') name = value
        else if (field === 'data') data.push(value)
        else if (field === 'id' && !value.includes('\0')) reader.lastId = value
      }
      return found
    },
    /** Connection lost: discards a partial event. */
    drop(): void {
      rest = ''
      name = ''
      data = []
    },
  }
  return reader
}

interface Connection {
  url: string
  init: () => Promise<RequestInit>
  /** Keeps the last event id between connections. */
  reader: ReturnType<typeof eventReader>
  signal: AbortSignal
  /** Called for everything that arrives, pings included. */
  heard: (events: ServerEvent[]) => void
}

/**
 * Reads one connection to its end. An EventSource can neither send headers nor show pings, without which a connection that
 * carries nothing any more looks like a quiet one.
 * @returns whether the server answered with a stream
 */
export async function readEvents({ url, init, reader, signal, heard }: Connection): Promise<boolean> {
  const { headers, ...rest } = await init()
  const last = reader.lastId === '' ? undefined : { 'Last-Event-ID': reader.lastId }
  const all = { ...(headers as Record<string, string> | undefined), ...last, Accept: 'text/event-stream' }
  const response = await fetch(url, { ...rest, headers: all, cache: 'no-store', signal })
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
  if (!response.ok || !isStream || response.body === null) return false
  try {
    const texts = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (let next = await texts.read(); !next.done; next = await texts.read()) heard(reader.read(next.value))
  } finally {
    reader.drop()
  }
  return true
}
