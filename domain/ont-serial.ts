/** Which ONTs an access may get: the one form of their serials, however it is written, and the models that the network knows. */

/** Models by the four letters of their maker, the usual one first. */
export const ontModels: Readonly<Record<string, readonly string[]>> = {
  HWTC: ['HG8145X6', 'HG8245Q2', 'EG8145V5', 'HN8255WS'],
  ALCL: ['G-2425G-A', 'G-010G-P', 'XS-010X-Q'],
  ZTEG: ['ZXHN F680', 'ZXHN F6640', 'ZXHN F8648P'],
  SGMC: ['F@ST 5657', 'F@ST 5670'],
}

const form = /^[A-Z]{4}[0-9A-F]{8}$/
/** Placeholder for the serial of another operator's ONT, which never leaves the server. */
export const foreignOnt = 'otro operador'

/** What labels print before a serial; two bare letters only before a whole one, for a maker may begin with them. */
const prefix =
  /^(?:(?:[GX]?PON|ONT|GPON)?(?:S\/N[:.=#]*|SN[:.=#]+|SERIAL(?:NO|NUMBER)?[:.=#]*|N[º°.]*(?:DE)?SERIE[:.=#]*)|SN(?=(?:[A-Z]{4}|[0-9A-F]{8})[0-9A-F]{8}$))/
/** Blanks of every kind, dashes of every kind, and characters without width. */
const spacing = /[\s\u00AD\u200B-\u200F\u2010-\u2015\u2060\u2212\uFE63\uFEFF\uFF0D\u202A-\u202E_-]+/g

const maker = (hex: string) => hex.replace(/../g, (byte) => String.fromCharCode(Number.parseInt(byte, 16)))

/** `48575443…` → `HWTC…`: four letters in hexadecimal, as far as digits follow them. */
const inLetters = (plain: string) =>
  plain.replace(/^(?:4[1-9A-F]|5[0-9A]){4}(?=[0-9A-F]{0,8}$)/, (letters) => maker(letters))

/**
 * A serial that may not be complete, for searching by its beginning: upper case, without spacing, without the words of its
 * label, its maker in letters.
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
 * The one form in which a serial is stored, compared and searched. What holds no whole serial comes back as far as it was
 * typed: the beginning of those that a search means, and to be refused where a whole one is needed.
 */
export function normalSerial(text: string): string {
  return serialIn(text) ?? serialPrefix(text)
}

/** Four letters of the maker and eight hexadecimal digits. */
export function isOntSerial(serial: string): boolean {
  return form.test(serial)
}

/**
 * The model that an ONT counts as: the one named, or its maker's usual one.
 * Null where the network knows no such maker, or the maker no such model.
 */
export function ontModel(serial: string, named?: string): string | null {
  const models = isOntSerial(serial) ? ontModels[serial.slice(0, 4)] : undefined
  if (!models) return null
  return named === undefined ? (models[0] ?? null) : (models.find((model) => model === named) ?? null)
}

/**
 * The serial within what a label's code says: alone or among other words, its maker in letters or in hexadecimal.
 * Null where there is none, or where two different ones are written.
 */
export function serialIn(text: string): string | null {
  const whole = serialPrefix(text)
  if (isOntSerial(whole)) return whole
  const words = text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/(?<=[0-9A-Z])[\u2010-\u2015\u2212-](?=[0-9A-Z])/g, '')
  const found = new Set(
    words
      .split(/[^0-9A-Z]+/)
      .map(serialPrefix)
      .filter(isOntSerial),
  )
  const [serial] = found
  return found.size === 1 && serial !== undefined ? serial : null
}
