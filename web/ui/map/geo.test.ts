import assert from 'node:assert/strict'
import { test } from 'node:test'
import { askedZone, cameraText, circle, readCamera, scaleBar, zoneAround } from './geo.ts'

const camera = { lat: 40.415, lon: -3.704, zoom: 15 }
const seen = { south: 40.408, west: -3.716, north: 40.422, east: -3.692 }

test('a small move asks for the same zone, which holds the picture with room to spare', () => {
  const asked = askedZone(seen)
  const by = 0.0005
  const moved = { south: seen.south + by, west: seen.west + by, north: seen.north + by, east: seen.east + by }
  assert.deepEqual(askedZone(moved), asked)
  assert.ok(asked.south < seen.south && asked.west < seen.west && asked.north > seen.north && asked.east > seen.east)
  const [tall, wide] = [asked.north - asked.south, asked.east - asked.west]
  assert.ok(tall <= 5 * (seen.north - seen.south) && wide <= 5 * (seen.east - seen.west), `${tall} ${wide}`)
})

test('the zone asked for stays on the earth, whatever is in sight', () => {
  const whole = askedZone({ south: -90, west: -180, north: 90, east: 180 })
  assert.deepEqual(whole, { south: -90, west: -180, north: 90, east: 180 })
  const point = askedZone({ south: 40, west: -3, north: 40, east: -3 })
  assert.ok(point.south < 40 && point.north > 40)
})

test('the zone around a place holds the others, with the place at its middle', () => {
  const zone = zoneAround(camera, [
    { lat: 40.425, lon: -3.704 },
    { lat: 40.415, lon: -3.72 },
  ])
  assert.ok(zone.north >= 40.425 && zone.west <= -3.72)
  assert.ok(Math.abs((zone.north + zone.south) / 2 - camera.lat) < 1e-9)
  assert.ok(Math.abs((zone.east + zone.west) / 2 - camera.lon) < 1e-9)
  const alone = zoneAround(camera, [])
  assert.ok(alone.north > camera.lat && alone.east > camera.lon)
})

test('the scale is a round length', () => {
  const { metres, px } = scaleBar(camera)
  assert.ok([100, 200, 500].includes(metres) && px > 40 && px <= 110)
})

test('a circle of 150 m is as wide as it is tall on the ground', () => {
  const ring = circle(camera, 150)
  const [lons, lats] = [ring.map(([lon]) => lon), ring.map(([, lat]) => lat)]
  const tall = (Math.max(...lats) - Math.min(...lats)) * 111_320
  const wide = (Math.max(...lons) - Math.min(...lons)) * 111_320 * Math.cos((camera.lat * Math.PI) / 180)
  assert.ok(Math.abs(tall - 300) < 1 && Math.abs(wide - 300) < 1, `${tall} ${wide}`)
})

test('the address says where one looks; nonsense is no camera', () => {
  assert.deepEqual(readCamera(cameraText(camera)), camera)
  for (const wrong of ['', 'a,b,c', '1,2', '95,0,4', undefined]) assert.equal(readCamera(wrong), null)
})
