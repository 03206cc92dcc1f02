/** The one place that a map is about: a home with its circle, or the person who looks. */
import type { Feature, FeatureCollection } from 'geojson'
import type { LayerSpecification } from 'maplibre-gl'
import { circle, type Place } from './geo.ts'
import type { Palette } from './palette.ts'

export interface Spot extends Place {
  kind: 'home' | 'here'
  /** Metres of the circle around it. */
  reachM?: number
}

export const spotsSource = 'spots'

export function spotsOf(spot: Spot | null): FeatureCollection {
  const features: Feature[] = []
  if (spot?.reachM !== undefined)
    features.push({
      type: 'Feature',
      geometry: { type: 'Polygon', coordinates: [circle(spot, spot.reachM)] },
      properties: {},
    })
  if (spot)
    features.push({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [spot.lon, spot.lat] },
      properties: { image: `spot:${spot.kind}` },
    })
  return { type: 'FeatureCollection', features }
}

/** The circle, which lies under the boxes, and the mark above them. */
export function spotLayers(palette: Palette): [reach: LayerSpecification, mark: LayerSpecification] {
  return [
    {
      id: 'spot-reach',
      type: 'line',
      source: spotsSource,
      filter: ['==', ['geometry-type'], 'Polygon'],
      paint: { 'line-color': palette.accent, 'line-width': 1.5, 'line-dasharray': [3, 3] },
    },
    {
      id: 'spot',
      type: 'symbol',
      source: spotsSource,
      filter: ['==', ['geometry-type'], 'Point'],
      layout: { 'icon-image': ['get', 'image'], 'icon-allow-overlap': true, 'icon-ignore-placement': true },
    },
  ]
}
