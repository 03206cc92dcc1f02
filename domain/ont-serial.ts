/** Which ONTs an access may get: the form of their serials and the models that the network knows. */

/** Models by the four letters of their maker, the usual one first. */
export const ontModels: Readonly<Record<string, readonly string[]>> = {
  HWTC: ['HG8145X6', 'HG8245Q2', 'EG8145V5', 'HN8255WS'],
  ALCL: ['G-2425G-A', 'G-010G-P', 'XS-010X-Q'],
  ZTEG: ['ZXHN F680', 'ZXHN F6640', 'ZXHN F8648P'],
  SGMC: ['F@ST 5657', 'F@ST 5670'],
}

const form = /^[A-Z]{4}[0-9A-F]{8}$/

/** A serial as it is kept: upper case, without the blanks and dashes of its label. */
export function normalSerial(text: string): string {
  return text.toUpperCase().replace(/[\s-]+/g, '')
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

const maker = (hex: string) => hex.replace(/../g, (byte) => String.fromCharCode(Number.parseInt(byte, 16)))

/** The serial within what a label's code says: alone or among other words, its maker in letters or in hexadecimal. */
export function serialIn(text: string): string | null {
  const words = [normalSerial(text), ...text.toUpperCase().split(/[^0-9A-Z]+/)]
  for (const word of words) {
    const [, letters, digits] = /^(?:SN)?([0-9A-F]{8})([0-9A-F]{8})$/.exec(word) ?? []
    const serial = letters && digits ? maker(letters) + digits : word.replace(/^SN(?=.{12}$)/, '')
    if (isOntSerial(serial)) return serial
  }
  return null
}
