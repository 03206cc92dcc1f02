/** Codes printed on boxes, drops and devices, and the label that a step looks for in them. Pure. */
import { isCoded, itemsIn } from '@hilo/domain/gs1.ts'
import { isOntSerial, serialIn, serialPrefix, serialsIn } from '@hilo/domain/ont-serial.ts'
import { sameLabel } from '@hilo/domain/same-label.ts'

/** Format names of the browser's BarcodeDetector. */
export const codeFormats = ['qr_code', 'data_matrix', 'code_128', 'code_39', 'ean_13', 'ean_8'] as const

/** Content and format of a scanned code. */
export interface Code {
  text: string
  format: string
}

/** How a label was captured. */
export type ReadBy = 'qr' | 'barcode' | 'manual'

/**
 * What a step looks for: the label of a box or a drop, the serial of an ONT, or any of them. `expected`: labels that
 * the step already knows.
 */
export interface Wanted {
  kind: 'label' | 'serial' | 'any'
  expected?: readonly (string | null | undefined)[] | undefined
}

/** A label found in a code. */
export interface Reading {
  label: string
  by: ReadBy
  /** The label without its last character, where that may be the check character of a Code 39; else null. */
  unchecked: string | null
}

/** Two-dimensional codes count as QR; the rest are barcodes. */
const readByOf = (format: string): ReadBy => (format === 'qr_code' || format === 'data_matrix' ? 'qr' : 'barcode')

const mostLength = 64
const isPrinted = /^[\p{L}\p{N}][\p{L}\p{N} ._/:#-]*$/u
const isMac = (text: string): boolean =>
  /^(?:MAC(?:[ _]?(?:ID|ADDR(?:ESS)?))?[ :.#]*)?(?:(?:[0-9A-F]{2}[:.-]?){5}[0-9A-F]{2}|(?:[0-9A-F]{4}[.:-]?){2}[0-9A-F]{4})$/.test(
    text,
  ) && /[^0-9]/.test(text)
/** Article numbers: the same on all boxes of a kind. */
const isArticle = (format: string): boolean => /^(?:ean|upc)/.test(format)

/** The label of an element in what was typed or scanned, or in the last part of a URL; null if it cannot be one. */
export function labelIn(text: string): string | null {
  const read = text.trim()
  const [item] = isCoded(read) ? itemsIn(read) : [URL.canParse(read) && /^https?:/i.test(read) ? endOf(read) : read]
  return item !== undefined && item.length <= mostLength && isPrinted.test(item) ? item.toUpperCase() : null
}

function endOf(url: string): string {
  const { pathname, searchParams } = new URL(url)
  const last = searchParams.get('code') ?? pathname.split('/').findLast((part) => part !== '')
  try {
    return decodeURIComponent(last ?? '').trim()
  } catch {
    return ''
  }
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%'
/** A Code 39 without its last character, if that is the check character (modulo 43) of the others. */
function uncheckedOf({ text, format }: Code): string | null {
  const values = [...text].map((character) => alphabet.indexOf(character))
  if (format !== 'code_39' || values.length < 3 || values.includes(-1)) return null
  const check = values.pop()
  const sum = values.reduce((total, value) => total + value, 0)
  return sum % 43 === check ? text.slice(0, -1) : null
}

function labelReadings(code: Code): Reading[] {
  const label = isArticle(code.format) ? null : labelIn(code.text)
  if (label === null || isMac(label) || isOntSerial(serialPrefix(label))) return []
  const unchecked = uncheckedOf(code)
  return [{ label, by: readByOf(code.format), unchecked: unchecked === null ? null : labelIn(unchecked) }]
}

function serialReadings(code: Code): Reading[] {
  const [first] = [code.text, uncheckedOf(code) ?? ''].map(serialsIn).filter((found) => found.length > 0)
  return (first ?? []).map((label) => ({ label, by: readByOf(code.format), unchecked: null }))
}

/** The reading as one of the expected labels, if it is one. */
function asExpected({ label, by, unchecked }: Reading, expected: readonly string[]): Reading | null {
  const match = [label, unchecked].find((one) => one !== null && expected.some((due) => sameLabel(due, one)))
  return match == null ? null : { label: match, by, unchecked: null }
}

/**
 * What the codes of a picture mean to a step, each label once: the expected one alone if it is among them. Article
 * numbers, MAC addresses and network passwords are no labels; a serial comes before other labels. Several: ask which.
 */
export function readingsOf(codes: readonly Code[], { kind, expected = [] }: Wanted): Reading[] {
  const due = expected.filter((one) => one != null && one !== '') as string[]
  for (const code of codes) {
    // Whatever it looks like: the step knows this label.
    const label = labelIn(code.text)
    const known = label && asExpected({ label, by: readByOf(code.format), unchecked: uncheckedOf(code) }, due)
    if (known) return [known]
  }
  const serials = kind === 'label' ? [] : codes.flatMap(serialReadings)
  const found = serials.length > 0 || kind === 'serial' ? serials : codes.flatMap(labelReadings)
  return [...new Map(found.map((one) => [one.label, one] as const)).values()]
}

/** What was typed as an answer of the step; null if it cannot be one. */
export function typedReading(text: string, kind: Wanted['kind']): Reading | null {
  const label = kind === 'serial' ? serialIn(text) : labelIn(text)
  return label === null ? null : { label, by: 'manual', unchecked: null }
}
