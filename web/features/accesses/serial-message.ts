import { isOntSerial, normalSerial, ontModel, ontModels } from '@hilo/domain/ont-serial.ts'
import { text } from '../../ui/text.ts'

const length = 12
const maker = 4

/** Message on a serial while it is typed: invalid, incomplete, in use, or its maker. */
export function serialMessage(typed: string, old: string | null): { wrong?: string; hint?: string } {
  const serial = normalSerial(typed)
  if (serial === '') return { hint: text('device.serial.hint') }
  if (/[^A-Z]/.test(serial.slice(0, maker))) return { wrong: text('device.serial.letters') }
  if (serial.length >= maker && ontModels[serial.slice(0, maker)] === undefined)
    return { wrong: text('device.serial.maker', { maker: serial.slice(0, maker) }) }
  const odd = /[^0-9A-F]/.exec(serial.slice(maker))
  if (odd) return { wrong: text('device.serial.digits', { sign: odd[0] }) }
  if (serial.length > length) return { wrong: text('device.serial.long', { count: serial.length - length }) }
  if (serial.length < length) return { hint: text('device.serial.missing', { count: length - serial.length }) }
  if (serial === old) return { wrong: text('device.serial.same') }
  return { hint: text('device.serial.ok', { serial, model: ontModel(serial) ?? '' }) }
}

/** Models of a complete serial's maker. */
export function modelsOf(typed: string): readonly string[] {
  const serial = normalSerial(typed)
  return isOntSerial(serial) ? (ontModels[serial.slice(0, maker)] ?? []) : []
}
