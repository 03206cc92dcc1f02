/** Streets, water, green and buildings from tiles with the layers of Protomaps' basemaps (schema version 4). */
import type { ExpressionSpecification, FilterSpecification, LayerSpecification } from 'maplibre-gl'
import type { Palette } from './palette.ts'
import { font } from './font.ts'

export const streetsSource = 'streets'
const greens = ['park', 'forest', 'wood', 'grass', 'grassland', 'scrub', 'cemetery', 'golf_course', 'garden', 'meadow']

const fill = (id: string, colour: string, filter?: FilterSpecification): LayerSpecification => ({
  id: `streets-${id}`,
  type: 'fill',
  source: streetsSource,
  'source-layer': id,
  ...(filter && { filter }),
  paint: { 'fill-color': colour },
})

const kindIs = (...kinds: string[]): FilterSpecification => ['in', ['get', 'kind'], ['literal', kinds]]
/** Kinds of roads, the narrowest first, with their width in pixels at zooms 8, 14 and 18 and where they begin. */
const roads = [
  { kinds: ['path'], from: 14, widths: [0, 0.6, 3] },
  { kinds: ['minor_road', 'other'], from: 12, widths: [0, 2, 18] },
  { kinds: ['medium_road'], from: 10, widths: [0.4, 3.4, 22] },
  { kinds: ['major_road'], from: 7, widths: [0.7, 4.6, 26] },
  { kinds: ['highway'], from: 5, widths: [1.1, 6, 30] },
] as const

const width = ([far, middle, near]: readonly [number, number, number], more: number): ExpressionSpecification => [
  'interpolate',
  ['exponential', 1.6],
  ['zoom'],
  8,
  far + more / 2,
  14,
  middle + more,
  18,
  near + more,
]

function road(
  part: 'edge' | 'road',
  { kinds, from, widths }: (typeof roads)[number],
  palette: Palette,
): LayerSpecification {
  return {
    id: `streets-${part}-${kinds[0]}`,
    type: 'line',
    source: streetsSource,
    'source-layer': 'roads',
    minzoom: from,
    filter: kindIs(...kinds),
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: {
      'line-color': part === 'edge' ? palette['map-road-edge'] : palette['map-road'],
      'line-width': width(widths, part === 'edge' ? 1.6 : 0),
    },
  }
}

/** Everything of the tiles that lies under the boundaries. */
export function streetLayers(palette: Palette): LayerSpecification[] {
  return [
    fill('earth', palette['map-land']),
    fill('landuse', palette['map-green'], kindIs(...greens)),
    fill('water', palette['map-sea'], ['==', ['geometry-type'], 'Polygon']),
    fill('buildings', palette['map-building']),
    ...roads.map((one) => road('edge', one, palette)),
    ...roads.map((one) => road('road', one, palette)),
  ]
}

const spanish: ExpressionSpecification = ['coalesce', ['get', 'name:es'], ['get', 'name']]

/** Names of streets and quarters; those of municipalities are the base map's. */
export function streetNames(palette: Palette): LayerSpecification[] {
  const paint = { 'text-color': palette['ink-3'], 'text-halo-color': palette['map-land'], 'text-halo-width': 1.4 }
  return [
    {
      id: 'street-name',
      type: 'symbol',
      source: streetsSource,
      'source-layer': 'roads',
      minzoom: 13,
      filter: ['has', 'name'],
      layout: {
        'symbol-placement': 'line',
        'text-field': spanish,
        'text-font': font.regular,
        'text-size': ['interpolate', ['linear'], ['zoom'], 13, 10, 17, 13],
      },
      paint,
    },
    {
      id: 'quarter-name',
      type: 'symbol',
      source: streetsSource,
      'source-layer': 'places',
      minzoom: 12,
      filter: kindIs('neighbourhood', 'macrohood'),
      layout: { 'text-field': spanish, 'text-font': font.strong, 'text-size': 11, 'text-max-width': 7 },
      paint,
    },
  ]
}
