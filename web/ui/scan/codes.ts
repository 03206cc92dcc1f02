/** Codes printed on boxes, drops and devices: what is read of them, whoever reads it. Pure. */

/** In the words of the browser's own detector. */
export const codeFormats = ['qr_code', 'data_matrix', 'code_128', 'code_39', 'ean_13', 'ean_8'] as const

/** What a code says, and of which kind it is. */
export interface Code {
  text: string
  format: string
}

/** How something written came to be known. */
export type ReadBy = 'qr' | 'barcode' | 'manual'

/** Squares hold their label as a QR does; the rest are bars. */
export const readByOf = (format: string): ReadBy =>
  format === 'qr_code' || format === 'data_matrix' ? 'qr' : 'barcode'

const mostLength = 64
const isPrinted = /^[\p{L}\p{N}][\p{L}\p{N} ._/:#-]*$/u

/** What a label says of its element: itself, or the end of an address that leads to it; null where it says nothing of the kind. */
export function labelIn(text: string): string | null {
  const read = text.trim()
  const label = URL.canParse(read) && /^https?:/i.test(read) ? endOf(new URL(read)) : read
  return label.length > 0 && label.length <= mostLength && isPrinted.test(label) ? label.toUpperCase() : null
}

function endOf({ pathname, searchParams }: URL): string {
  const last = pathname.split('/').findLast((part) => part !== '')
  return (searchParams.get('code') ?? decodeURIComponent(last ?? '')).trim()
}
