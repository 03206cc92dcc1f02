/** The map of the boxes on MapLibre GL. Loaded when a map is first shown: the engine is the product's heaviest part. */
import { addProtocol, Map as Engine, setWorkerUrl, type GeoJSONSource, type MapMouseEvent } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { admitScript } from '../../native/own-script.ts'
import { imageOf, imageScale } from './box-images.ts'
import {
  boxesOf,
  boxesSource,
  boxLayers,
  collectionOf,
  focusFilter,
  focusLayer,
  keyOf,
  openFilter,
  openLayer,
} from './box-layers.ts'
import { addressZoom, engineZoom, zooms, type Camera, type Place, type Zone } from './geo.ts'
import { markerAt, sums, type BoxPoint, type Marker } from './markers.ts'
import { streetTiles } from './own-tiles.ts'
import type { Palette } from './palette.ts'
import { spotLayers, spotsOf, spotsSource, type Spot } from './spots.ts'
import { municipalitiesFrom, municipalitiesSource, paintSea, styleOf } from './style.ts'

/** Where the middle of the map is, in words; null at sea, abroad, and before the names are loaded. */
export interface Whereabouts {
  name: string
  province: string
}

export interface Seen {
  camera: Camera
  zone: Zone
}

export interface MapActs {
  /** The picture rests at another place. */
  seen(seen: Seen): void
  /** A box was pressed. */
  box(id: number): void
  /** Several joined boxes were pressed; without this the map comes nearer by itself. */
  joined?(camera: Camera): void
  /** The bare ground was pressed. */
  ground?(place: Place): void
  /** Whether markers are on their way. */
  busy(busy: boolean): void
  where(where: Whereabouts | null): void
}

interface Look {
  palette: Palette
  points: readonly BoxPoint[]
  spot: Spot | null
  /** Id of the box whose panel is open. */
  open: number | null
}

interface BoxMapOptions {
  host: HTMLElement
  start: Camera | Zone
  /** It stays where it is, and the page scrolls over it. */
  still: boolean
  look: Look
  acts: () => MapActs
}

const files = __HILO_BASE_MAP__
const absolute = (path: string) => new URL(path, location.origin).href

let prepared: Promise<unknown> | undefined
/** Once for the page: the engine's worker, and the reader of street tiles where there are some. */
function prepare(): Promise<unknown> {
  const script = absolute(workerUrl)
  prepared ??= (async () => {
    admitScript(script)
    setWorkerUrl(script)
    if (streetTiles() === null) return
    const { Protocol } = await import('pmtiles')
    addProtocol('pmtiles', new Protocol().tile)
  })()
  return prepared
}

/** @throws {Error} where the browser draws no WebGL */
export async function openBoxMap(options: BoxMapOptions): Promise<BoxMap> {
  await prepare()
  return new BoxMap(options)
}

const boundsOf = ({ south, west, north, east }: Zone): [[number, number], [number, number]] => [
  [west, south],
  [east, north],
]

export class BoxMap {
  readonly engine: Engine
  private readonly acts: () => MapActs
  private readonly host: HTMLElement
  private readonly look: Look
  private focusKey: string | null = null

  constructor({ host, start, still, look, acts }: BoxMapOptions) {
    this.acts = acts
    this.host = host
    this.look = { ...look }
    const moving = !still
    this.engine = new Engine({
      container: host,
      style: styleOf(look.palette, absolute(files.coast), streetTiles()),
      ...('south' in start
        ? { bounds: boundsOf(start), fitBoundsOptions: this.fitting() }
        : { center: [start.lon, start.lat], zoom: engineZoom(start.zoom) }),
      minZoom: engineZoom(zooms.min),
      maxZoom: engineZoom(zooms.max),
      maxPitch: 0,
      renderWorldCopies: false,
      attributionControl: false,
      fadeDuration: 0,
      keyboard: false,
      dragRotate: false,
      pitchWithRotate: false,
      touchPitch: false,
      dragPan: moving,
      scrollZoom: moving,
      touchZoomRotate: moving,
      doubleClickZoom: false,
      boxZoom: false,
      validateStyle: false,
    })
    this.engine.touchZoomRotate.disableRotation()
    this.engine.setMissingStyleImageResolver((name) => {
      const image = imageOf(name, this.look.palette)
      if (image) this.engine.addImage(name, image, { pixelRatio: imageScale })
    })
    this.engine.on('style.load', () => this.overlay())
    this.engine.on('moveend', () => this.rest())
    this.engine.on('idle', () => this.acts().where(this.where()))
    this.engine.on('sourcedata', ({ sourceId }) => sourceId === boxesSource && this.tellBusy())
    this.engine.on('sourcedata', () => paintSea(this.engine, this.look.palette))
    this.engine.on('click', (event) => this.press(event))
    this.engine.on('mousemove', ({ point }) => {
      this.canvas.style.cursor = markerAt(this.markers(), point.x, point.y, 3) ? 'pointer' : ''
    })
    this.rest()
  }

  get canvas(): HTMLCanvasElement {
    return this.engine.getCanvas()
  }

  private fitting() {
    const { clientWidth, clientHeight } = this.host
    const edge = Math.min(64, clientWidth / 6, clientHeight / 6)
    // The name of the place and the scale cover the lower edge.
    const padding = { top: edge, left: edge, right: edge, bottom: edge + Math.min(40, clientHeight / 8) }
    return { padding, maxZoom: engineZoom(17) }
  }

  /** What is drawn over the ground, also after another ground. */
  private overlay() {
    const { points, spot, palette } = this.look
    this.engine.addSource(spotsSource, { type: 'geojson', data: spotsOf(spot) })
    this.engine.addSource(boxesSource, boxesOf(points))
    const [reach, mark] = spotLayers(palette)
    this.engine.addLayer(reach)
    for (const layer of boxLayers(palette)) this.engine.addLayer(layer)
    this.engine.addLayer(mark)
    this.engine.setFilter(openLayer, openFilter(this.look.open))
    this.engine.setFilter(focusLayer, focusFilter(this.focusKey))
    this.names()
  }

  private source(name: string): GeoJSONSource | undefined {
    return this.engine.getSource(name)
  }

  /** The municipalities come once they can be distinguished. */
  private names() {
    const source = this.source(municipalitiesSource)
    if (!source || this.engine.getZoom() < municipalitiesFrom || typeof source.serialize().data === 'string') return
    void source.setData(absolute(files.municipalities))
  }

  private rest() {
    const { lng: lon, lat } = this.engine.getCenter()
    const bounds = this.engine.getBounds()
    const [south, west] = [Math.max(-90, bounds.getSouth()), Math.max(-180, bounds.getWest())]
    const [north, east] = [Math.min(90, bounds.getNorth()), Math.min(180, bounds.getEast())]
    this.names()
    this.acts().seen({
      camera: { lat, lon, zoom: addressZoom(this.engine.getZoom()) },
      zone: { south, west, north, east },
    })
  }

  private shown = () => this.source(boxesSource) !== undefined && this.engine.isSourceLoaded(boxesSource)

  private tellBusy() {
    this.acts().busy(!this.shown())
  }

  /** Waits until the markers of the picture are there. */
  async settled(): Promise<void> {
    while (!this.shown()) await this.engine.once('sourcedata')
  }

  /** Everything in the picture, with its pixel. */
  markers(): Marker[] {
    if (!this.shown()) return []
    const { clientWidth: width, clientHeight: height } = this.host
    const found = new Map<string, Marker>()
    for (const { properties, geometry } of this.engine.querySourceFeatures(boxesSource)) {
      if (geometry.type !== 'Point') continue
      const [lon = 0, lat = 0] = geometry.coordinates
      const { x, y } = this.engine.project([lon, lat])
      if (x < 0 || y < 0 || x > width || y > height) continue
      const known = properties as Partial<BoxPoint> & { cluster_id?: number }
      const id = known.id ?? null
      const key = keyOf({ id, label: known.label ?? '' }, known.cluster_id)
      const counts = Object.fromEntries(sums.map((name) => [name, known[name] ?? 0])) as Pick<
        Marker,
        (typeof sums)[number]
      >
      const look = { label: known.label ?? '', state: known.state ?? 0, look: known.look ?? 'free' } as const
      found.set(key, { key, id, lat, lon, x, y, ...look, ...counts })
    }
    return [...found.values()]
  }

  private press({ point, lngLat, originalEvent }: MapMouseEvent) {
    const touch = (originalEvent as PointerEvent).pointerType === 'touch' || matchMedia('(pointer: coarse)').matches
    const marker = markerAt(this.markers(), point.x, point.y, touch ? 16 : 5)
    this.focus(marker)
    if (marker) void this.enter(marker)
    else this.acts().ground?.({ lat: lngLat.lat, lon: lngLat.lng })
  }

  /** Opens a box, or comes so near that what is joined falls apart. */
  async enter({ id, key, lat, lon }: Marker): Promise<void> {
    if (id !== null) return this.acts().box(id)
    const source = this.source(boxesSource)
    const now = this.engine.getZoom()
    const apart = key.startsWith('c') && source ? await source.getClusterExpansionZoom(Number(key.slice(1))) : now + 2
    const zoom = Math.max(now + 1, apart)
    const { joined } = this.acts()
    if (joined) joined({ lat, lon, zoom: addressZoom(zoom) })
    else this.engine.easeTo({ center: [lon, lat], zoom })
  }

  focus(marker: Marker | null): void {
    this.focusKey = marker?.key ?? null
    if (this.engine.getLayer(focusLayer)) this.engine.setFilter(focusLayer, focusFilter(this.focusKey))
  }

  /** Moves just so far that a marker is well inside the picture. */
  bringIn({ x, y }: { x: number; y: number }): void {
    const { clientWidth, clientHeight } = this.host
    const over = (at: number, most: number) => Math.min(0, at - 60) + Math.max(0, at - (most - 60))
    const [dx, dy] = [over(x, clientWidth), over(y, clientHeight)]
    if (dx !== 0 || dy !== 0) this.engine.panBy([dx, dy], { animate: false })
  }

  fit(zone: Zone): void {
    this.engine.fitBounds(boundsOf(zone), { ...this.fitting(), duration: 400 })
  }

  zoomBy(by: number, around?: Place): void {
    const fixed = around && { around: [around.lon, around.lat] as [number, number] }
    this.engine.zoomTo(this.engine.getZoom() + by, { duration: 200, ...fixed })
  }

  /** Draws what has changed of the look. */
  show(next: Look): void {
    const before = { ...this.look }
    Object.assign(this.look, next)
    if (next.palette !== before.palette)
      return void this.engine.setStyle(styleOf(next.palette, absolute(files.coast), streetTiles()), { diff: false })
    if (!this.source(boxesSource)) return
    if (next.points !== before.points) {
      void this.source(boxesSource)?.setData(collectionOf(next.points))
      this.tellBusy()
    }
    if (next.open !== before.open) this.engine.setFilter(openLayer, openFilter(next.open))
    if (next.spot === before.spot) return
    void this.source(spotsSource)?.setData(spotsOf(next.spot))
    if (next.spot) this.engine.jumpTo({ center: [next.spot.lon, next.spot.lat] })
  }

  /** The municipality in the middle of the picture. */
  private where(): Whereabouts | null {
    if (this.engine.getZoom() < municipalitiesFrom || !this.engine.getLayer('municipality-area')) return null
    const middle = this.engine.project(this.engine.getCenter())
    const [found] = this.engine.queryRenderedFeatures(middle, { layers: ['municipality-area'] })
    return found ? (found.properties as Whereabouts) : null
  }

  close(): void {
    this.engine.remove()
  }
}
