/**
 * Optics of a passive network: losses along the path and the rating of readings. Powers in dBm, losses in dB, lengths
 * in metres, wavelengths in nm.
 */
import type { Light, OpticalState } from './status.ts'

export const opticClasses = ['B+', 'C+', 'C++', 'N1', 'N2', 'E1'] as const
export type OpticClass = (typeof opticClasses)[number]
type Range = readonly [low: number, high: number]

/** Transmit power and receiver range of each transceiver class: dBm, [weakest, strongest]. */
export const transceivers: Readonly<Record<OpticClass, { oltTx: Range; oltRx: Range; ontTx: Range; ontRx: Range }>> = {
  'B+': { oltTx: [1.5, 5], oltRx: [-28, -8], ontTx: [0.5, 5], ontRx: [-27, -8] },
  'C+': { oltTx: [3, 7], oltRx: [-32, -12], ontTx: [0.5, 5], ontRx: [-30, -8] },
  'C++': { oltTx: [4.5, 10], oltRx: [-33, -12], ontTx: [0.5, 5], ontRx: [-30, -8] },
  N1: { oltTx: [2, 5], oltRx: [-26, -5], ontTx: [4, 9], ontRx: [-28, -9] },
  N2: { oltTx: [4, 7], oltRx: [-28, -7], ontTx: [4, 9], ontRx: [-28, -9] },
  E1: { oltTx: [6, 9], oltRx: [-30, -9], ontTx: [4, 9], ontRx: [-28, -9] },
}

/** Loss budget in dB downstream, between OLT and ONT, with the class's weakest transmitter. */
export function budget(opticClass: OpticClass): number {
  const { oltTx, ontRx } = transceivers[opticClass]
  return oltTx[0] - ontRx[0]
}

export const splitRatios = [2, 4, 8, 16, 32, 64, 128] as const
export type SplitRatio = (typeof splitRatios)[number]
/** Loss of a planar splitter 1:n in dB: usual range, and maximum of the data sheets. */
export const splitterLoss: Readonly<Record<SplitRatio, { usual: Range; max: number }>> = {
  2: { usual: [3.3, 3.8], max: 4.3 },
  4: { usual: [6.5, 7.2], max: 7.4 },
  8: { usual: [10.2, 10.7], max: 10.7 },
  16: { usual: [13.5, 13.9], max: 13.9 },
  32: { usual: [16.5, 17.2], max: 17.2 },
  64: { usual: [19.5, 21], max: 21.5 },
  128: { usual: [22.5, 24.5], max: 25.5 },
}

/** Attenuation of the fibre, dB per kilometre by wavelength. */
export const fibreLoss = { 1310: 0.35, 1490: 0.25, 1550: 0.22 } as const
type Wavelength = keyof typeof fibreLoss

/** A path from the OLT to a point: losses in dB by kind, and length in metres. */
export interface OpticalPath {
  splitters: number
  connectors: number
  splices: number
  /** Dirt, bends, breaks. */
  faults: number
  metres: number
}

/** Total loss of a path in dB at a wavelength. */
export function pathLoss(path: OpticalPath, wavelength: Wavelength): number {
  return path.splitters + path.connectors + path.splices + path.faults + (fibreLoss[wavelength] * path.metres) / 1000
}

/** Rounds to an OLT's resolution: hundredths of a dBm. */
export function quantise(dbm: number): number {
  return Math.round(dbm * 100) / 100
}

/** Power in dBm at the end of a path, two decimals. */
export function receivedPower(tx: number, path: OpticalPath, wavelength: Wavelength): number {
  return quantise(tx - pathLoss(path, wavelength))
}

/** A reading as stored: two decimals, or null for no light, not a number or an impossible value. */
export function plausiblePower(dbm: number | null | undefined): number | null {
  return dbm != null && dbm >= -45 && dbm <= 10 ? quantise(dbm) : null
}

/** Of a check, by severity. */
export const levels = ['ok', 'aviso', 'bloqueo'] as const
export type Level = (typeof levels)[number]
/** Measurement point: at the CTO before the drop, at the customer's ONT, or at the OLT for that ONT. */
export type PowerPoint = 'cto_port' | 'ont' | 'olt'
export interface Limits {
  /** Above this the receiver is overloaded. */
  high: number
  /** Good from here upwards. */
  good: number
  /** Below this it must be rejected. */
  low: number
}

const ontLimits: Readonly<Record<OpticClass, Limits>> = {
  'B+': { high: -8, good: -24, low: -26 },
  'C+': { high: -8, good: -26, low: -28 },
  'C++': { high: -8, good: -26, low: -28 },
  N1: { high: -9, good: -25, low: -27 },
  N2: { high: -9, good: -25, low: -27 },
  E1: { high: -9, good: -25, low: -27 },
}
const oltLimits: Readonly<Record<OpticClass, Limits>> = {
  'B+': { high: -8, good: -26, low: -27.5 },
  'C+': { high: -12, good: -29, low: -31 },
  'C++': { high: -12, good: -30, low: -32 },
  N1: { high: -5, good: -23, low: -25 },
  N2: { high: -7, good: -25, low: -27 },
  E1: { high: -9, good: -27, low: -29 },
}
/** Reserve in dB at the CTO for the drop, its connectors and ageing. */
const dropReserve = 2

/** Default limits in dBm of a reading, by the class of the OLT's port. */
export function limits(point: PowerPoint, opticClass: OpticClass): Limits {
  if (point === 'olt') return oltLimits[opticClass]
  const ont = ontLimits[opticClass]
  return point === 'ont' ? ont : { high: ont.high, good: ont.good + dropReserve, low: ont.low + dropReserve }
}

/** Rates a reading in dBm; no light always blocks. */
export function powerLevel(dbm: number | null, { high, good, low }: Limits): Level {
  if (dbm === null || dbm > high || dbm < low) return 'bloqueo'
  return dbm < good ? 'aviso' : 'ok'
}

/** Rates the loss of a drop in dB: power at the CTO minus power at the socket. */
export function dropLossLevel(db: number): Level {
  if (db > 3) return 'bloqueo'
  return db > 1.5 ? 'aviso' : 'ok'
}

/** Rates a reading against the median of its PON, both in dBm; only a lower one is a fault. */
export function siblingLevel(dbm: number, median: number): Level {
  const worse = median - dbm
  if (worse > 5) return 'bloqueo'
  return Math.abs(worse) > 3 ? 'aviso' : 'ok'
}

/** Receive power in dBm at the ONT below which a port light is `weak`. */
const weakBelow = -26

/** Light of a port, visible to every operator. */
export function trafficLight(state: OpticalState, rx: number | null): Light {
  if (state === 'online') return rx !== null && rx < weakBelow ? 'weak' : 'ok'
  if (state === 'los') return 'dark'
  return state === 'dying_gasp' || state === 'admin_down' ? 'off' : 'unknown'
}
