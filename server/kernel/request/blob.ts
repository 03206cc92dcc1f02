import type { BlobSpec, Disposition } from '@hilo/contract/call.ts'
import type { Bytes } from '../handler.ts'

/** RFC 6266: a plain name for old clients, the real one encoded by RFC 8187. */
export function contentDisposition(kind: Disposition, fileName: string): string {
  const name = fileName.replaceAll(/[\u0000-\u001f\u007f/\\]/g, '_')
  const plain = name.replaceAll(/[^\u0020-\u007e]|["%]/g, '_')
  if (plain === name) return `${kind}; filename="${plain}"`
  const encoded = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`
}

/** Files are served as inert data: a fixed type, no sniffing, no script, no shared cache. */
export function blobHeaders(spec: BlobSpec, input: unknown, bytes: Bytes): Record<string, string> {
  const asked = (input as { disposition?: Disposition }).disposition
  return {
    'content-type': bytes.contentType,
    'content-disposition': contentDisposition(bytes.disposition ?? asked ?? spec.disposition, bytes.fileName),
    'content-security-policy': "sandbox; default-src 'none'",
    'cache-control': 'private, no-store',
    ...(bytes.bytes !== undefined && { 'content-length': String(bytes.bytes) }),
  }
}
