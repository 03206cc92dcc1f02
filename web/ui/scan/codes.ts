/** Codes printed on boxes, drops and devices, and the label they contain. Pure. */

/** Format names of the browser's BarcodeDetector. */
export const codeFormats = ['qr_code', 'data_matrix', 'code_128', 'code_39', 'ean_13', 'ean_8'] as const

/** Content and format of a scanned code. */
export interface Code {
  text: string
  format: string
}

/** How a label was captured. */
export type ReadBy = 'qr' | 'barcode' | 'manual'

/** Two-dimensional codes count as QR; the rest are barcodes. */
export const readByOf = (format: string): ReadBy =>
  format === 'qr_code' || format === 'data_matrix' ? 'qr' : 'barcode'

const mostLength = 64
const isPrinted = /^[\p{L}\p{N}][\p{L}\p{N} ._/:#-]*$/u

/** The element's label: the code's content, or the last part of a URL; null if it cannot be a label. */
export function labelIn(text: string): string | null {
  const read = text.trim()
  const label = URL.canParse(read) && /^https?:/i.test(read) ? endOf(new URL(read)) : read
  return label.length > 0 && label.length <= mostLength && isPrinted.test(label) ? label.toUpperCase() : null
}

function endOf({ pathname, searchParams }: URL): string {
  const last = pathname.split('/').findLast((part) => part !== '')
  return (searchParams.get('code') ?? decodeURIComponent(last ?? '')).trim()
}
