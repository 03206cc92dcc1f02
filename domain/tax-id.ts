import { luhn } from './luhn.ts'

const personLetters = 'TRWAGMYFPDXBNJZSQVHLCKE'
const companyLetters = 'JABCDEFGHI'

/** A tax number as stored: no blanks, hyphens or dots, upper case. */
export function cleanTaxId(text: string): string {
  return text.replace(/[\s.-]/g, '').toUpperCase()
}

function isPerson(text: string): boolean {
  const match = /^(?:[XYZ]\d|\d{2})\d{6}[A-Z]$/.test(text)
  if (!match) return false
  const number = Number(text.slice(0, 8).replace(/^[XYZ]/, (letter) => String('XYZ'.indexOf(letter))))
  return text[8] === personLetters[number % 23]
}

/** K, L and M: Spaniards under 14, Spaniards abroad and foreigners without an NIE. */
function isSpecialPerson(text: string): boolean {
  return /^[KLM]\d{7}[A-Z]$/.test(text) && text[8] === personLetters[Number(text.slice(1, 8)) % 23]
}

/**
 * The first letter gives the kind of organization, and the kind decides whether the check character is a letter, a
 * digit or either.
 */
function isCompany(text: string): boolean {
  if (!/^[ABCDEFGHJNPQRSUVW]\d{7}[0-9A-J]$/.test(text)) return false
  const [kind = '', control] = [text[0], text[8]]
  const digit = luhn(text.slice(1, 8))
  const asLetter = control === companyLetters[digit]
  const asDigit = control === String(digit)
  if ('NPQRSW'.includes(kind)) return asLetter
  return 'ABEH'.includes(kind) ? asDigit : asLetter || asDigit
}

/** True for a Spanish NIF, NIE or CIF, normalized by `cleanTaxId`, with a correct check character. */
export function isTaxId(text: string): boolean {
  return isPerson(text) || isSpecialPerson(text) || isCompany(text)
}
