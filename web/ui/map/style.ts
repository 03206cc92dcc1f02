/** The ground of the map: sea, land, provinces and municipalities with their names, and streets where there are tiles. */
import type { LayerSpecification, Map as Engine, StyleSpecification, SymbolLayerSpecification } from 'maplibre-gl'
import { font } from './font.ts'
import type { Palette } from './palette.ts'
import { streetLayers, streetNames, streetsSource } from './streets.ts'

const coastSource = 'coast'
const seaLayer = 'sea'
export const municipalitiesSource = 'municipalities'
/** From this zoom of the engine on the municipalities are loaded. */
export const municipalitiesFrom = 6.6

type Name = {
  id: string
  source: string
  kind?: string
  size: number | [number, number, number, number]
  colour: string
}
type NameLook = Partial<Pick<SymbolLayerSpecification, 'minzoom' | 'maxzoom' | 'filter'>> & {
  strong?: boolean
  spaced?: boolean
}

/** A layer of names. `size` in pixels, or `[zoom, size, zoom, size]`. */
function names({ id, source, kind, size, colour }: Name, halo: string, look: NameLook = {}): LayerSpecification {
  const { strong = false, spaced = false, ...rest } = look
  return {
    id,
    type: 'symbol',
    source,
    ...(kind !== undefined && { filter: ['==', ['get', 'kind'], kind] }),
    ...rest,
    layout: {
      'text-field': ['get', 'name'],
      'text-font': strong ? font.strong : font.regular,
      'text-size': typeof size === 'number' ? size : ['interpolate', ['linear'], ['zoom'], ...size],
      'text-max-width': 7,
      'text-padding': 6,
      'symbol-sort-key': ['coalesce', ['get', 'rank'], 0],
      ...(spaced && { 'text-transform': 'uppercase', 'text-letter-spacing': 0.14 }),
    },
    paint: { 'text-color': colour, 'text-halo-color': halo, 'text-halo-width': 1.4 },
  }
}

const area = (id: string, kind: string, colour: string): LayerSpecification => ({
  id,
  type: 'fill',
  source: coastSource,
  filter: ['==', ['get', 'kind'], kind],
  paint: { 'fill-color': colour, 'fill-antialias': true },
})

function ground(palette: Palette): LayerSpecification[] {
  return [
    // Sea only once the coast is loaded: until then inland places would be drawn in the sea's colour.
    { id: seaLayer, type: 'background', paint: { 'background-color': palette['map-land'] } },
    area('far', 'far', palette['map-abroad']),
    area('neighbour', 'neighbour', palette['map-abroad']),
    {
      id: 'neighbour-edge',
      type: 'line',
      source: coastSource,
      filter: ['==', ['get', 'kind'], 'neighbour'],
      // Closes the gap between the boundaries of two atlases; the land above hides what is too wide.
      paint: {
        'line-color': palette['map-abroad'],
        'line-width': ['interpolate', ['exponential', 2], ['zoom'], 5, 1, 12, 40],
      },
    },
    area('land', 'land', palette['map-land']),
  ]
}

function boundaries(palette: Palette): LayerSpecification[] {
  return [
    {
      id: 'municipality-area',
      type: 'fill',
      source: municipalitiesSource,
      minzoom: municipalitiesFrom,
      paint: { 'fill-opacity': 0 },
    },
    {
      id: 'municipality-edge',
      type: 'line',
      source: municipalitiesSource,
      minzoom: municipalitiesFrom,
      paint: {
        'line-color': palette['map-border'],
        'line-width': ['interpolate', ['linear'], ['zoom'], 7, 0.3, 10, 0.8, 14, 1.2],
        'line-opacity': ['interpolate', ['linear'], ['zoom'], 7, 0.4, 9, 0.9],
      },
    },
    {
      id: 'province-edge',
      type: 'line',
      source: coastSource,
      filter: ['==', ['get', 'kind'], 'province'],
      paint: {
        'line-color': palette['map-border'],
        'line-width': ['interpolate', ['linear'], ['zoom'], 4, 0.7, 10, 1.8, 14, 2.4],
      },
    },
    {
      id: 'land-edge',
      type: 'line',
      source: coastSource,
      filter: ['==', ['get', 'kind'], 'land'],
      paint: { 'line-color': palette['line-2'], 'line-width': ['interpolate', ['linear'], ['zoom'], 4, 0.8, 10, 1.6] },
    },
  ]
}

function labels(palette: Palette): LayerSpecification[] {
  const { 'ink-2': ink, 'ink-3': faint, 'map-land': halo, 'map-sea': water, 'map-sea-ink': seaInk } = palette
  const municipality = (id: string, rank: number, minzoom: number) =>
    names({ id, source: municipalitiesSource, size: rank < 3 ? [7, 12, 12, 15] : [9, 11, 13, 14], colour: ink }, halo, {
      minzoom,
      // Nearer than that a name would be written in every tile; the corner of the map says it.
      maxzoom: 13.5,
      strong: rank < 3,
      filter: ['==', ['get', 'rank'], rank],
    })
  return [
    // Laid over each other from the bottom: of two names in one place the upper layer's stays.
    municipality('village-name', 4, 9.6),
    municipality('town-name', 3, 8.8),
    municipality('city-name', 2, 7.6),
    municipality('capital-name', 1, 7),
    names({ id: 'sea-name', source: coastSource, kind: 'sea-name', size: 12, colour: seaInk }, water, { maxzoom: 9 }),
    names(
      { id: 'country-name', source: coastSource, kind: 'country-name', size: 12, colour: faint },
      palette['map-abroad'],
      {
        maxzoom: 9,
        spaced: true,
      },
    ),
    names(
      { id: 'province-name', source: coastSource, kind: 'province-name', size: [4, 10, 7, 12], colour: ink },
      halo,
      {
        minzoom: 4.2,
        maxzoom: 7.4,
      },
    ),
  ]
}

/** Draws the sea once the coast is there. */
export function paintSea(engine: Engine, palette: Palette): void {
  if (engine.isSourceLoaded(coastSource)) engine.setPaintProperty(seaLayer, 'background-color', palette['map-sea'])
}

/** @param tiles address of a PMTiles file with streets; null: the base map alone */
export function styleOf(palette: Palette, coast: string, tiles: string | null): StyleSpecification {
  return {
    version: 8,
    sources: {
      [coastSource]: { type: 'geojson', data: coast, tolerance: 0.3 },
      [municipalitiesSource]: { type: 'geojson', data: { type: 'FeatureCollection', features: [] }, tolerance: 0.3 },
      ...(tiles !== null && { [streetsSource]: { type: 'vector', url: `pmtiles://${tiles}` } }),
    },
    layers: [
      ...ground(palette),
      ...(tiles === null ? [] : streetLayers(palette)),
      ...boundaries(palette),
      ...(tiles === null ? [] : streetNames(palette)),
      ...labels(palette),
    ],
  }
}
