/** Limits on connections before a request: number per address, and answers to unreadable requests. */
import { Problem } from '@hilo/domain/problem.ts'
import type { FastifyInstance } from 'fastify'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { isLoopback, type Config } from '../config.ts'
import { isWithin } from '../net/target.ts'
import { problemAnswer } from '../kernel/request/problems.ts'
import { securityHeaders } from './security.ts'

/** A browser holds six, an operator's system a few dozen; an office behind one address stays below this. */
const mostOfOneAddress = 200

const plain = (address: string) => address.replace(/^::ffff:/, '')

/** True for proxies, and for this machine while the product is public on it only: they carry many clients. */
function speaksForMany({ trustedProxies, publicUrl }: Config, address: string): boolean {
  const home = isLoopback(publicUrl.hostname) && isLoopback(address)
  return home || isWithin(address, trustedProxies)
}

/** Closes new connections of an address with too many. */
export function limitConnections(server: Server, config: Config): void {
  const held = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const address = plain(socket.remoteAddress ?? '')
    if (speaksForMany(config, address)) return
    const many = (held.get(address) ?? 0) + 1
    if (many > mostOfOneAddress) return void socket.destroy()
    held.set(address, many)
    socket.once('close', () => {
      const left = (held.get(address) ?? 1) - 1
      if (left > 0) held.set(address, left)
      else held.delete(address)
    })
  })
}

/** Closes unused connections when the server stops. Browsers open some in advance, and Node would wait for their clients. */
export function endUnasked(app: FastifyInstance): void {
  const unasked = new Set<Socket>()
  let stopping = false
  app.server.on('connection', (socket: Socket) => {
    if (stopping) return void socket.destroy()
    unasked.add(socket)
    socket.once('close', () => unasked.delete(socket))
  })
  app.server.on('request', ({ socket }: IncomingMessage) => unasked.delete(socket))
  app.addHook('preClose', (done) => {
    stopping = true
    for (const socket of unasked) socket.destroy()
    done()
  })
}

/** Statuses by Node's error code; other unreadable input is a bad request. */
const statuses: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/** Answers an unreadable request in the usual error format, and closes the connection. */
export function refuseUnreadable(config: Config): (error: Error & { code?: string }, socket: Socket) => void {
  const headers = Object.entries(securityHeaders(config)).map(([name, value]) => `${name}: ${value}\r\n`)
  return ({ code = '' }, socket) => {
    if (code === 'ECONNRESET' || socket.destroyed || !socket.writable) return void socket.destroy()
    const status = statuses[code] ?? '400 Bad Request'
    const { body } = problemAnswer(new Problem('SYNTAX_ERROR_IN_REQUEST'), randomUUID())
    socket.end(
      `HTTP/1.1 ${status}\r\n${headers.join('')}cache-control: no-store\r\n` +
        `content-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
    )
  }
}
