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

interface Listener {
  opened: () => void
  lost: () => void
  event: (event: ServerEvent) => void
}

/**
 * Reconnection delay, and the silence after which a connection counts as lost, ms: the server sends something every 15
 * s.
 */
const againMs = 2000
const silentMs = 40_000

/**
 * Event stream over `fetch`, for requests with headers, which EventSource cannot send. Reconnects and resumes until the
 * returned function is called.
 */
export function openEvents(
  url: string,
  headers: () => Promise<Record<string, string>>,
  listener: Listener,
): () => void {
  let closed = false
  let once = new AbortController()
  const reader = eventReader()

  async function listen(): Promise<void> {
    once = new AbortController()
    const { signal } = once
    let silence = setTimeout(() => once.abort(), silentMs)
    try {
      const last = reader.lastId === '' ? undefined : { 'Last-Event-ID': reader.lastId }
      const response = await fetch(url, {
        headers: { ...(await headers()), ...last, Accept: 'text/event-stream' },
        credentials: 'omit',
        cache: 'no-store',
        signal,
      })
      const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
      if (!response.ok || !isStream || response.body === null) return
      listener.opened()
      const texts = response.body.pipeThrough(new TextDecoderStream()).getReader()
      for (let next = await texts.read(); !next.done; next = await texts.read()) {
        clearTimeout(silence)
        silence = setTimeout(() => once.abort(), silentMs)
        reader.read(next.value).forEach(listener.event)
      }
    } finally {
      clearTimeout(silence)
      reader.drop()
    }
  }

  async function go(): Promise<void> {
    while (!closed) {
      await listen().catch(() => undefined)
      if (closed) return
      listener.lost()
      await new Promise((next) => setTimeout(next, againMs))
    }
  }
  void go()
  return () => {
    closed = true
    once.abort()
  }
}
