import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { directionsTo, formatFar, startPath, streetOf, townOf } from './order-words.ts'

describe('an order in words', () => {
  const cto = { id: 7, code: '28079-VAL01-0312-07' }

  it('says where it is as people say it, and the box where nothing else is known', () => {
    const address = { street: 'C/ Sierra Toledana', number: '5', floor: '4.º A', municipality: 'Madrid', postal_code: '28053' } // prettier-ignore
    assert.equal(streetOf({ address, cto }), 'C/ Sierra Toledana 5, 4.º A')
    assert.equal(townOf({ address, cto }), '28053 Madrid')
    assert.equal(streetOf({ address: { street: 'Calle Mayor', number: null, floor: 3 }, cto: null }), 'Calle Mayor')
    assert.equal(streetOf({ address: null, cto }), 'VAL01-0312-07')
    assert.equal(streetOf({ address: null, cto: null }) + townOf({ address: null, cto: null }), '')
  })

  it('rounds how far it is', () => {
    assert.deepEqual([4, 347, 999, 1240, 240_300].map(formatFar), ['0\u00a0m', '350\u00a0m', '1.000\u00a0m', '1,2\u00a0km', '240\u00a0km']) // prettier-ignore
  })

  it('leads to the intervention with what the order knows', () => {
    const order = { id: 3, kind: 'averia', cto_id: 7, port_id: 70 } as const
    assert.equal(startPath(order), '/tecnico/nueva?cto=7&orden=3&kind=averia&port=70')
    assert.equal(startPath({ ...order, kind: 'migracion', cto_id: null, port_id: null }), '/tecnico/nueva?orden=3')
  })

  it('opens the maps of each kind of device, by place or by words', () => {
    const place = { lat: 40.4, lon: -3.7 }
    assert.equal(directionsTo(place, 'Mozilla (Linux; Android 15)'), 'geo:40.4%2C-3.7?q=40.4%2C-3.7')
    assert.equal(directionsTo('C/ Mayor 5', 'Android'), 'geo:0,0?q=C%2F%20Mayor%205')
    assert.equal(directionsTo(place, 'iPhone OS 19'), 'https://maps.apple.com/?daddr=40.4%2C-3.7')
    assert.match(directionsTo(place, 'X11; Linux'), /openstreetmap\.org\/directions\?to=40\.4%2C-3\.7$/)
    assert.match(directionsTo('Vía', 'X11; Linux'), /openstreetmap\.org\/search\?query=V%C3%ADa$/)
  })
})
