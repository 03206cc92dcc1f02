import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  askedZone,
  cameraText,
  fit,
  graticule,
  moved,
  readCamera,
  scaleBar,
  toPlace,
  toScreen,
  zoneOf,
  zoomed,
} from './geo.ts'

const size = { width: 800, height: 600 }
const camera = { lat: 40.415, lon: -3.704, zoom: 15 }
const near = (one: number, other: number, by = 1e-6) => assert.ok(Math.abs(one - other) < by, `${one} ≠ ${other}`)

test('a pixel and its place are each other’s', () => {
  const at = { x: 130, y: 477 }
  const back = toScreen(toPlace(at, camera, size), camera, size)
  near(back.x, at.x, 1e-4)
  near(back.y, at.y, 1e-4)
  assert.deepEqual(toScreen(camera, camera, size), { x: 400, y: 300 })
})

test('coming nearer keeps what is under the pointer there, and stops at the limits', () => {
  const at = { x: 700, y: 90 }
  const under = toPlace(at, camera, size)
  const nearer = toScreen(under, zoomed(camera, 1.5, at, size), size)
  near(nearer.x, at.x, 1e-3)
  near(nearer.y, at.y, 1e-3)
  assert.equal(zoomed(camera, 99, at, size).zoom, 19)
  const east = toScreen(camera, moved(camera, 50, 0), size)
  near(east.x, 350, 1e-3)
})

test('the whole network fits, and one box alone is not looked at through a microscope', () => {
  const zone = { south: 36, west: -9, north: 43.5, east: 3.3 }
  const shown = zoneOf(fit(zone, size), size)
  assert.ok(shown.south < zone.south && shown.north > zone.north && shown.west < zone.west && shown.east > zone.east)
  assert.equal(fit({ south: 40, north: 40, west: -3, east: -3 }, size).zoom, 17)
})

test('a small move asks for the same zone, which holds the picture with room to spare', () => {
  const asked = askedZone(camera, size)
  assert.deepEqual(askedZone(moved(camera, 3, 2), size), asked)
  for (const one of [camera, { ...camera, zoom: 15.49 }, { ...camera, zoom: 14.51 }]) {
    const [zone, shown] = [askedZone(one, size), zoneOf(one, size)]
    assert.ok(zone.south <= shown.south && zone.north >= shown.north, `zoom ${one.zoom}`)
    assert.ok(zone.west <= shown.west && zone.east >= shown.east, `zoom ${one.zoom}`)
  }
})

test('the scale is a round length and the lines stand apart', () => {
  const { metres, px } = scaleBar(camera)
  assert.ok([100, 200, 500].includes(metres) && px > 40 && px <= 110)
  const lines = graticule(-3.8, -3.6, 800)
  assert.ok(lines.length >= 3 && lines.length <= 8, String(lines))
})

test('the address says where one looks; nonsense is no camera', () => {
  assert.deepEqual(readCamera(cameraText(camera)), camera)
  for (const wrong of ['', 'a,b,c', '1,2', '95,0,4', undefined]) assert.equal(readCamera(wrong), null)
})
