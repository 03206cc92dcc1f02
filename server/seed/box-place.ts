import { accessNotes, streets, vallecasStreets } from './names.ts'
import { move } from './network.ts'
import type { Network } from './network.ts'
import { at, createRng, mix } from './rng.ts'
import { roleOf } from './survey.ts'

/** Location and access of a box. */
interface BoxPlace {
  code: string
  label: string
  type: string
  street: string
  streetNumber: number
  floor: string | null
  stair: string | null
  postalCode: string
  lat: number
  lon: number
  accuracy: number
  notes: string | null
  keyNeeded: boolean
  height: number | null
}

const bySize: Readonly<Record<number, readonly string[]>> = {
  4: ['fachada', 'poste'],
  8: ['fachada', 'poste', 'arqueta'],
  16: ['fachada', 'interior', 'arqueta', 'pedestal', 'camara'],
  24: ['interior', 'camara'],
  32: ['interior'],
}

export function labelOf(network: Network, box: number): string {
  const pon = at(network.pons, at(network.pon, box))
  return `${pon.olt.exchange}-${pon.tree}-${String(pon.boxesBefore + at(network.order, box) + 1).padStart(2, '0')}`
}

export function codeOf(network: Network, box: number): string {
  return `${at(network.pons, at(network.pon, box)).olt.place.ine}-${labelOf(network, box)}`
}

/** Metres from its OLT to a planned box: homes there have no other box nearby. */
const frontierM = 2800

/** Position of a box on the map. */
export function positionOf(network: Network, box: number): { lat: number; lon: number } {
  const pon = at(network.pons, at(network.pon, box))
  if (roleOf(network, box) !== 'planned') return move(pon.lat, pon.lon, 30 + (mix(41, box) % 130), mix(42, box) % 360)
  const { lat, lon } = pon.olt
  const east = (pon.lon - lon) * Math.cos((lat * Math.PI) / 180)
  return move(lat, lon, frontierM, (Math.atan2(east, pon.lat - lat) * 180) / Math.PI)
}

/** Address, type and access of a box; deterministic. */
export function placeOf(network: Network, box: number): BoxPlace {
  const rng = createRng(43, box)
  const pon = at(network.pons, at(network.pon, box))
  const { place } = pon.olt
  const type = rng.pick(bySize[at(network.size, box)] ?? ['fachada'])
  // A PON lights a few neighbouring streets.
  const names = pon.olt.exchange === 'VAL01' ? vallecasStreets : streets
  const street = at(names, (mix(44, pon.id) + rng.int(0, 2)) % names.length)
  const [first, last] = place.postal
  const inside = type === 'interior'
  const noted = inside || rng.chance(0.2)
  return {
    code: codeOf(network, box),
    label: labelOf(network, box),
    type,
    street,
    streetNumber: rng.int(1, 96),
    floor: inside ? rng.pick(['Planta −1', 'Planta baja', 'Cubierta']) : null,
    stair: inside && rng.chance(0.3) ? rng.pick(['A', 'B', 'Izda.', 'Dcha.']) : null,
    postalCode: String(first + (mix(45, pon.id) % (last - first + 1))).padStart(5, '0'),
    ...positionOf(network, box),
    accuracy: rng.int(3, 18),
    notes: noted ? rng.pick(accessNotes) : null,
    keyNeeded: inside ? rng.chance(0.7) : rng.chance(0.05),
    height: type === 'poste' ? 4 + rng.int(0, 30) / 10 : type === 'fachada' ? 2.5 + rng.int(0, 25) / 10 : null,
  }
}

/** Conditions reported for a box: damaged, far, in a tree, in a chamber. */
export function conditionsOf(network: Network, box: number, type: string): number[] {
  const chance = mix(46, box) % 100
  if (roleOf(network, box) === 'damaged') return [996]
  if (type === 'camara') return [999]
  if (type === 'poste' && chance < 12) return [998]
  return chance > 97 ? [997] : []
}
