/** Ends answers to clients that read too slowly: each holds a slot, and a download a database connection too. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { patient } from '../kernel/patience.ts'

interface Pace {
  /** Time for which the server waited for the client, after which its speed is judged, ms. */
  windowMs: number
  /** An old mobile line has 32 kB/s; kernel buffers drain in megabytes, so the window is long. */
  leastBytesPerS: number
  tickMs: number
}
const usual: Pace = { windowMs: patient(60_000), leastBytesPerS: 8 * 1024, tickMs: 1000 }

interface Answer {
  socket: Socket
  /** Bytes passed to the kernel at the begin of the window. */
  before: number
  /** How long the server has waited for the client since then, ms. */
  waitedMs: number
}

const handedOver = (socket: Socket) => socket.bytesWritten - socket.writableLength

/** Closes connections of clients that read too little while data wait for them. Time without data to send does not count. */
export function cutSlowReaders(server: Server, pace: Partial<Pace> = {}): void {
  const { windowMs, leastBytesPerS, tickMs } = { ...usual, ...pace }
  const open = new Set<Answer>()
  let timer: NodeJS.Timeout | undefined
  const judge = (answer: Answer) => {
    const { socket } = answer
    if (socket.writableLength === 0) return
    answer.waitedMs += tickMs
    if (answer.waitedMs < windowMs) return
    const taken = handedOver(socket) - answer.before
    if (taken < (leastBytesPerS * windowMs) / 1000) return void socket.destroy()
    answer.before = handedOver(socket)
    answer.waitedMs = 0
  }
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const answer = { socket, before: handedOver(socket), waitedMs: 0 }
    open.add(answer)
    timer ??= setInterval(() => open.forEach(judge), tickMs).unref()
    response.once('close', () => {
      open.delete(answer)
      if (open.size > 0) return
      clearInterval(timer)
      timer = undefined
    })
  })
}
