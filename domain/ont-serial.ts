/** Serials and models of ONTs: the canonical form of a serial, and the known models. */
import { itemsIn } from './gs1.ts'

/** Models by the four-letter vendor id, the most common first. */
export const ontModels: Readonly<Record<string, readonly string[]>> = {
  HWTC: ['HG8145X6', 'HG8245Q2', 'EG8145V5', 'HN8255WS'],
  ALCL: ['G-2425G-A', 'G-010G-P', 'XS-010X-Q'],
  ZTEG: ['ZXHN F680', 'ZXHN F6640', 'ZXHN F8648P'],
  SGMC: ['F@ST 5657', 'F@ST 5670'],
}

const form = /^[A-Z]{4}[0-9A-F]{8}$/
/** Placeholder for the serial of another operator's ONT, which never leaves the server. */
export const foreignOnt = 'otro operador'

/**
 * Prefixes printed before a serial; short ones, and the data identifier `S` of industrial labels, only before a complete
 * serial, as a vendor id may begin with them.
 */
const prefix =
  /^(?:(?:[GX]?PON|ONT|GPON)?(?:S\/N[:.=#]*|SN[:.=#]+|SERIAL(?:NO|NUMBER)?[:.=#]*|N[º°.]*(?:DE)?SERIE[:.=#]*)|(?:SN|\d{0,2}S)(?=(?:[A-Z]{4}|[0-9A-F]{8})[0-9A-F]{8}$))/
/** All kinds of blanks and dashes, and zero-width characters. */
const spacing = /[\s\u00AD\u200B-\u200F\u2010-\u2015\u2060\u2212\uFE63\uFEFF\uFF0D\u202A-\u202E_-]+/g

const maker = (hex: string) => hex.replace(/../g, (byte) => String.fromCharCode(Number.parseInt(byte, 16)))

/** `48575443…` → `HWTC…`: a vendor id in hexadecimal, if digits follow. */
const inLetters = (plain: string) =>
  plain.replace(/^(?:4[1-9A-F]|5[0-9A]){4}(?=[0-9A-F]{0,8}$)/, (letters) => maker(letters))

/**
 * Canonical form of a possibly incomplete serial, for prefix search: upper case, without spacing and label prefixes,
 * vendor id in letters.
 */
export function serialPrefix(text: string): string {
  const plain = text.normalize('NFKC').toUpperCase().replace(spacing, '')
  return isOntSerial(plain)
    ? plain
    : inLetters(
        plain
          .replace(prefix, '')
          .replaceAll(':', '')
          .replace(/^0X(?=[0-9A-F]{16}$)/, ''),
      )
}

/**
 * Canonical form in which a serial is stored, compared and searched. An incomplete serial is returned normalized as
 * typed: valid for prefix search, to be rejected where a complete one is required.
 */
export function normalSerial(text: string): string {
  return serialIn(text) ?? serialPrefix(text)
}

/** Four letters of the vendor and eight hexadecimal digits. */
export function isOntSerial(serial: string): boolean {
  return form.test(serial)
}

/** Model of an ONT: the named one, or its vendor's most common. Null if the vendor, or its model, is unknown. */
export function ontModel(serial: string, named?: string): string | null {
  const models = isOntSerial(serial) ? ontModels[serial.slice(0, 4)] : undefined
  if (!models) return null
  return named === undefined ? (models[0] ?? null) : (models.find((model) => model === named) ?? null)
}

/** The serials in a scanned label: alone, among other words, or coded as GS1; vendor id in letters or hexadecimal. */
export function serialsIn(text: string): string[] {
  const whole = serialPrefix(text)
  if (isOntSerial(whole)) return [whole]
  const words = text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/(?<=[0-9A-Z])[\u2010-\u2015\u2212-](?=[0-9A-Z])/g, '')
    .split(/[^0-9A-Z]+/)
  return [...new Set([...words, ...itemsIn(text)].map(serialPrefix).filter(isOntSerial))]
}

/** The serial in a scanned label; null if there is none, or two different ones. */
export function serialIn(text: string): string | null {
  const [serial, other] = serialsIn(text)
  return serial !== undefined && other === undefined ? serial : null
}
