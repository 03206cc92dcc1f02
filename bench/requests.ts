/** HTTP requests as the bytes that the load generator sends. */
import { randomUUID } from 'node:crypto'

interface Target {
  port: number
  cookie: string
}

function post(target: Target, path: string, type: string, body: string): string {
  return [
    `POST ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${target.port}`,
    `Origin: http://127.0.0.1:${target.port}`,
    `Cookie: ${target.cookie}`,
    `Content-Type: ${type}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n')
}

/** A call with `application/json`. */
export function jsonCall(target: Target, path: string, query: object): string {
  return post(target, `/api/v1/${path}.json`, 'application/json', JSON.stringify({ query }))
}

/** The same call in the web client's format. */
export function multipartCall(target: Target, path: string, query: object): string {
  const boundary = `----WebKitFormBoundary${randomUUID().slice(0, 16)}`
  const body = `--${boundary}\r\nContent-Disposition: form-data; name="query"\r\n\r\n${JSON.stringify(query)}\r\n--${boundary}--\r\n`
  return post(target, `/api/v1/${path}.json`, `multipart/form-data; boundary=${boundary}`, body)
}

/** A statement of the limit with its values. */
export function limitCall(port: number, name: string, values: readonly unknown[]): string {
  return post({ port, cookie: '' }, `/${name}`, 'application/json', JSON.stringify(values))
}
