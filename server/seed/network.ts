import { transceivers } from '@hilo/domain/optics.ts'
import type { OpticClass, SplitRatio } from '@hilo/domain/optics.ts'
import { places } from './places.ts'
import type { Place } from './places.ts'
import { allot, at, clamp, createRng, mix } from './rng.ts'

interface Olt {
  id: number
  code: string
  exchange: string
  place: Place
  opticClass: OpticClass
  vendor: string
  model: string
  lat: number
  lon: number
}
interface Pon {
  id: number
  olt: Olt
  slot: number
  port: number
  code: string
  tx: number
  tree: string
  /** Boxes on earlier PONs of the same tree. */
  boxesBefore: number
  /** Fibre from the OLT to its boxes, metres. */
  metres: number
  lat: number
  lon: number
  /** Splitter at each box; 64 if the only splitter is before the boxes. */
  ratio: SplitRatio
}

/** Purposes of boxes in the demonstration. */
export const boxRoles = ['ordinary', 'full', 'damaged', 'broken', 'review', 'planned'] as const
export type BoxRole = (typeof boxRoles)[number]

export interface Network {
  olts: Olt[]
  pons: Pon[]
  boxes: number
  ports: number
  /** By box: its PON, positions, first port id, role, index in the PON. */
  pon: Int32Array
  size: Uint8Array
  firstPort: Int32Array
  role: Uint8Array
  order: Uint8Array
}

const legs = 64
const ponsPerOlt = 128
const ponsPerTree = 3
/** Boxes of the sixteen PONs of a block: sixty-four boxes, every size among them, and each PON split into exactly 64 legs. */
const shapes: readonly (readonly number[])[] = [
  ...Array.from({ length: 8 }, () => [16, 16, 16, 16]),
  ...Array.from({ length: 3 }, () => [32, 16, 8, 8]),
  [24, 24, 8, 8],
  ...Array.from({ length: 2 }, () => [32, 24, 4, 4]),
  ...Array.from({ length: 2 }, () => [24, 16, 16, 8]),
]
const blockPons = shapes.length
const blockBoxes = 64
/** Position in a block → role: 9 % of the boxes are full, and one has each problem. */
const specialRoles: readonly [number, BoxRole][] = [
  [3, 'full'],
  [11, 'full'],
  [18, 'damaged'],
  [22, 'full'],
  [29, 'review'],
  [33, 'full'],
  [38, 'planned'],
  [42, 'full'],
  [46, 'broken'],
  [55, 'full'],
]
/** Tree numbers of the first exchange. */
const firstTrees = [312, 55, 96, 148, 207, 233]
const hardware: readonly [OpticClass, string, string, weight: number][] = [
  ['B+', 'Huawei', 'MA5800-X17', 6],
  ['C+', 'Nokia', '7360 ISAM FX-16', 3],
  ['C+', 'ZTE', 'C300', 1],
  ['N1', 'Huawei', 'MA5800-X7', 1],
]
const metresPerDegree = 111_320

/** A point at a distance in metres and a bearing in degrees. */
export function move(lat: number, lon: number, metres: number, bearing: number): { lat: number; lon: number } {
  const angle = (bearing * Math.PI) / 180
  const north = (metres * Math.cos(angle)) / metresPerDegree
  const east = (metres * Math.sin(angle)) / (metresPerDegree * Math.cos((lat * Math.PI) / 180))
  return { lat: lat + north, lon: lon + east }
}

function makeOlts(count: number): Olt[] {
  const some = places.slice(0, count)
  const perPlace = allot(
    count,
    some.map((place) => place.people),
    1,
  )
  const olts: Olt[] = []
  for (const [index, place] of some.entries()) {
    for (let n = 0; n < at(perPlace, index); n++) {
      const rng = createRng(11, olts.length)
      const exchange = place.letters + String(1 + (n >> 1)).padStart(2, '0')
      const [opticClass, vendor, model] =
        olts.length === 0 ? at(hardware, 0) : at(hardware, rng.weighted(hardware.map((row) => row[3])))
      const around = createRng(12, index, n >> 1)
      const bearing = place.inland === undefined ? around.int(0, 359) : place.inland + around.int(-70, 70)
      const position = move(place.lat, place.lon, n < 2 ? 0 : around.int(300, 2500), bearing)
      const id = olts.length + 1
      olts.push({ id, code: `${exchange}-OLT0${1 + (n & 1)}`, exchange, place, opticClass, vendor, model, ...position })
    }
  }
  return olts
}

function makePon(index: number, olt: Olt, shape: readonly number[]): Pon {
  const rng = createRng(13, index)
  const inOlt = index % ponsPerOlt
  const tree = Math.floor(inOlt / ponsPerTree)
  // Keeps the numbers of both OLTs of an exchange, and those listed above, apart.
  const series = (olt.code.endsWith('2') ? 128 : 0) + (olt.id === 1 ? 24 : 0)
  const treeNumber =
    olt.id === 1 && tree < firstTrees.length
      ? at(firstTrees, tree)
      : 7 + (tree + series) * 17 + (mix(14, olt.id, tree) % 16)
  const metres = Math.round(clamp(rng.logNormal(2500, 0.69), 180, 17_000))
  const bearing = olt.place.inland === undefined ? rng.int(0, 359) : olt.place.inland + rng.int(-80, 80)
  const [weakest, strongest] = transceivers[olt.opticClass].oltTx
  const middle = olt.opticClass === 'B+' ? 3 : olt.opticClass === 'C+' ? 4.8 : (weakest + strongest) / 2
  const slot = 1 + Math.floor(inOlt / 16)
  const alone = index % blockPons === 7
  return {
    id: index + 1,
    olt,
    slot,
    port: inOlt % 16,
    code: `${olt.code}/1/${slot}/${inOlt % 16}`,
    tx: Math.round(clamp(rng.normal(middle, 0.6), weakest, strongest) * 100) / 100,
    tree: String(treeNumber).padStart(4, '0'),
    boxesBefore: (inOlt % ponsPerTree) * 4,
    metres,
    ...move(olt.lat, olt.lon, Math.min(metres * 0.4, 2200), bearing),
    ratio: alone ? 64 : shape.includes(8) ? 8 : shape.includes(4) ? 4 : 16,
  }
}

/** A network of about so many ports, from OLT to the size of each box, without customers. */
export function makeNetwork(portCount: number): Network {
  const ponCount = Math.max(blockPons, Math.ceil(portCount / legs))
  const olts = makeOlts(Math.ceil(ponCount / ponsPerOlt))
  const boxes = ponCount * 4
  const network: Network = {
    olts,
    pons: [],
    boxes,
    ports: ponCount * legs,
    pon: new Int32Array(boxes),
    size: new Uint8Array(boxes),
    firstPort: new Int32Array(boxes),
    role: new Uint8Array(boxes),
    order: new Uint8Array(boxes),
  }
  let port = 1
  for (let index = 0; index < ponCount; index++) {
    const block = Math.floor(index / blockPons)
    // Rotates the shapes per block, so that sizes do not repeat in step with the OLTs; the first block is unrotated.
    const shape = at(shapes, (index + block * 5) % blockPons)
    network.pons.push(makePon(index, at(olts, Math.floor(index / ponsPerOlt)), shape))
    for (let order = 0; order < 4; order++) {
      const box = index * 4 + order
      network.pon[box] = index
      network.order[box] = order
      network.size[box] = at(shape, order)
      network.firstPort[box] = port
      port += at(shape, order)
      const turn = (box + block * 7) % blockBoxes
      const special = specialRoles.find(([position]) => position === turn)
      network.role[box] = boxRoles.indexOf(special?.[1] ?? 'ordinary')
    }
  }
  return network
}
