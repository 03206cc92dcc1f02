/** Codes of the network with their check characters. */
import { luhn } from '@hilo/domain/luhn.ts'
import { at, mix } from './rng.ts'

export { luhn }

const padded = (number: number, digits: number) => String(number).padStart(digits, '0')

/** `AC28-01234567-4`. Numbers are spread as if assigned over the years. */
export function accessCode(province: string, id: number): string {
  const digits = padded(1_804_211 + id * 17 + (mix(1, id) % 17), 8)
  return `AC${province}-${digits}-${luhn(digits)}`
}

/** `D28-0123456-3`. */
export function dropLabel(province: string, id: number): string {
  const digits = padded(104_338 + id * 2 + (mix(2, id) % 2), 7)
  return `D${province}-${digits}-${luhn(digits)}`
}

/** `OS-2026-0123456`. */
export function orderCode(year: number, id: number): string {
  return `OS-${year}-${padded(id, 7)}`
}

/** `INT-2026-0001234`. */
export function eventCode(year: number, number: number): string {
  return `INT-${year}-${padded(number, 7)}`
}

const ontMakers = [
  { prefix: 'HWTC', model: 'HG8145X6', software: 'V5R020C10S115' },
  { prefix: 'HWTC', model: 'HG8245Q2', software: 'V3R017C10S203' },
  { prefix: 'ALCL', model: 'G-2425G-A', software: '3FE49568IJKL83' },
  { prefix: 'ZTEG', model: 'ZXHN F680', software: 'V9.0.11P1N19' },
  { prefix: 'SGMC', model: 'F@ST 5657', software: 'SGMC-2.14.7' },
] as const

/** The ONT of an access. Its serial (`HWTC1A2B3C4D`) is unique, because the mixing is bijective. */
export function ontOf(accessId: number): { serial: string; model: string; software: string } {
  const { prefix, model, software } = at(ontMakers, mix(63, accessId) % ontMakers.length)
  return { serial: prefix + mix(77, accessId).toString(16).toUpperCase().padStart(8, '0'), model, software }
}

/** NIF of a person from its eight digits. */
export function nif(number: number): string {
  return padded(number, 8) + 'TRWAGMYFPDXBNJZSQVHLCKE'.charAt(number % 23)
}

/** CIF of a limited company from its seven digits. */
export function cif(number: number): string {
  const digits = padded(number, 7)
  let sum = 0
  for (let index = 0; index < 7; index++) {
    const digit = digits.charCodeAt(index) - 48
    sum += index % 2 === 1 ? digit : digit < 5 ? digit * 2 : digit * 2 - 9
  }
  return `B${digits}${(10 - (sum % 10)) % 10}`
}

/** Lower case without accents, as names are searched. */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
}
