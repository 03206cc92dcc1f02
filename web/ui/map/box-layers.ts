/** Boxes on the map: a source that joins neighbours, and the layers that draw them. */
import type { FeatureCollection } from 'geojson'
import type {
  ExpressionSpecification,
  FilterSpecification,
  GeoJSONSourceSpecification,
  LayerSpecification,
  SymbolLayerSpecification,
} from 'maplibre-gl'
import { levels } from './box-images.ts'
import { font } from './font.ts'
import { boxReach, clusterReach, sums, type BoxPoint, type Marker } from './markers.ts'
import type { Palette } from './palette.ts'

export const boxesSource = 'boxes'
/** Nearer than this every box stands by itself. */
const apart = 14
/** Boxes whose distance on the screen is less are joined: more than the widest marker and its ring. */
const radius = 56
/** Pixels by which the ring of the open box lies outside that of its dark neighbours. */
const besideRing = 4
/** From here on boxes carry their label, as far as there is room. */
const labelled = 15.4

export const collectionOf = (points: readonly BoxPoint[]): FeatureCollection => ({
  type: 'FeatureCollection',
  features: points.map(({ lat, lon, ...properties }) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [lon, lat] },
    properties,
  })),
})

export const boxesOf = (points: readonly BoxPoint[]): GeoJSONSourceSpecification => ({
  type: 'geojson',
  data: collectionOf(points),
  cluster: true,
  clusterRadius: radius,
  clusterMaxZoom: apart,
  clusterProperties: Object.fromEntries(sums.map((name) => [name, ['+', ['get', name]]])),
})

/** Clusters, and what the server has joined, have no id. */
const single: ExpressionSpecification = ['==', ['typeof', ['get', 'id']], 'number']
const several: ExpressionSpecification = ['!', single]
const share = (part: ExpressionSpecification, of: ExpressionSpecification): ExpressionSpecification => [
  'to-string',
  ['ceil', ['*', levels, ['/', part, ['max', 1, of]]]],
]
const get = (name: string): ExpressionSpecification => ['get', name]

const boxImage: ExpressionSpecification = [
  'concat',
  'box:',
  get('look'),
  ':',
  share(['-', get('total'), get('free')], get('total')),
]
/** Clusters of one size and composition have one picture. */
const size: ExpressionSpecification = ['step', get('boxes'), '1', 10, '10', 100, '100', 1000, '1000']
const joinedImage: ExpressionSpecification = [
  'concat',
  'joined:',
  size,
  ...['full', 'defective', 'planned'].flatMap((name) => [':', share(get(name), get('boxes'))]),
]
const ringImage = (colour: 'danger' | 'accent'): ExpressionSpecification => [
  'case',
  several,
  [
    'step',
    get('boxes'),
    `ring:${clusterReach(1)}:${colour}`,
    10,
    `ring:${clusterReach(10)}:${colour}`,
    100,
    `ring:${clusterReach(100)}:${colour}`,
    1000,
    `ring:${clusterReach(1000)}:${colour}`,
  ],
  // Around the ring of a dark box, not over it.
  colour === 'danger'
    ? `ring:${boxReach}:danger`
    : ['case', ['>', get('dark'), 0], `ring:${boxReach + besideRing}:accent`, `ring:${boxReach}:accent`],
]

type Layer = Omit<SymbolLayerSpecification, 'type' | 'source'>
const onTop = { 'icon-allow-overlap': true, 'icon-ignore-placement': true } as const
const layer = (spec: Layer): LayerSpecification => ({ type: 'symbol', source: boxesSource, ...spec })

function words(palette: Palette): LayerSpecification[] {
  const halo = { 'text-halo-color': palette.surface, 'text-halo-width': 1.6 }
  const beside = { 'text-anchor': 'left', 'text-size': 11, 'text-font': font.regular } as const
  return [
    layer({
      id: 'box-label',
      minzoom: labelled,
      filter: ['all', single, ['==', get('dark'), 0]],
      layout: { ...beside, 'text-offset': [0.9, 0], 'text-field': get('label') },
      paint: { 'text-color': palette['ink-2'], ...halo },
    }),
    layer({
      id: 'dark-label',
      filter: ['all', single, ['>', get('dark'), 0]],
      layout: {
        ...beside,
        'text-size': 12,
        'text-font': font.strong,
        'text-offset': [1.2, 0],
        'text-field': ['concat', get('label'), '  ◆ ', ['to-string', get('dark')]],
        'text-allow-overlap': true,
      },
      paint: { 'text-color': palette['danger-text'], ...halo },
    }),
    layer({
      id: 'dark-count',
      filter: ['all', several, ['>', get('dark'), 0]],
      layout: {
        'text-field': ['concat', '◆ ', ['to-string', get('dark')]],
        'text-font': font.strong,
        'text-size': 11,
        'text-anchor': 'bottom-left',
        'text-offset': [0.9, -0.9],
        'text-allow-overlap': true,
      },
      paint: { 'text-color': palette['danger-text'], ...halo },
    }),
  ]
}

export const focusLayer = 'box-focus'
export const openLayer = 'box-open'
const none: FilterSpecification = ['==', ['literal', 1], 0]

/** The layers of the boxes, from the bottom. */
export function boxLayers(palette: Palette): LayerSpecification[] {
  const rings = [
    { id: 'box-dark', filter: ['>', get('dark'), 0] as FilterSpecification, colour: 'danger' },
    { id: openLayer, filter: none, colour: 'accent' },
    { id: focusLayer, filter: none, colour: 'accent' },
  ] as const
  return [
    ...words(palette).slice(0, 1),
    layer({
      id: 'box',
      filter: single,
      layout: { ...onTop, 'icon-image': boxImage },
    }),
    layer({
      id: 'joined',
      filter: several,
      layout: {
        ...onTop,
        'icon-image': joinedImage,
        'text-field': [
          'case',
          ['<', get('boxes'), 10_000],
          ['number-format', get('boxes'), { locale: 'es-ES' }],
          ['concat', ['number-format', ['/', get('boxes'), 1000], { locale: 'es-ES', 'max-fraction-digits': 0 }], ' k'],
        ],
        'text-font': font.strong,
        'text-size': 12,
        'text-offset': [0, -0.2],
        'text-allow-overlap': true,
        'text-ignore-placement': true,
      },
      paint: { 'text-color': palette.ink },
    }),
    ...rings.map(({ id, filter, colour }) =>
      layer({ id, filter, layout: { ...onTop, 'icon-image': ringImage(colour) } }),
    ),
    ...words(palette).slice(1),
  ]
}

export const openFilter = (id: number | null): FilterSpecification => (id === null ? none : ['==', ['get', 'id'], id])

/** The one marker with that key. */
export function focusFilter(key: string | null): FilterSpecification {
  if (key === null) return none
  const number = Number(key.slice(1))
  if (key.startsWith('c')) return ['==', ['get', 'cluster_id'], number]
  return key.startsWith('b') ? ['==', ['get', 'id'], number] : ['==', ['get', 'label'], key.slice(1)]
}

/** Key of a marker: of a box, of a cluster of the engine, or of a group of the server, whose label is its place. */
export const keyOf = ({ id, label }: Pick<Marker, 'id' | 'label'>, cluster: unknown): string =>
  typeof cluster === 'number' ? `c${cluster}` : id === null ? `g${label}` : `b${id}`
