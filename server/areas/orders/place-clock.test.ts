/** One time zone per order, its place's, wherever its times are entered, read or shown. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { zoneOfPlace, type PlaceParts } from '@hilo/domain/place-clock.ts'
import { columnOf } from '../../test/answers.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { makeAdmin, makeSession, makeVno, type TestSession, type Vno } from '../../test/factories.ts'
import { startTestServer } from '../../test/harness.ts'
import { makeOrder } from '../../test/order-factories.ts'
import { makeCto } from '../../test/plant-factories.ts'

const load = 'admin_vno/orders/load'
const heads = 'orden,tipo,cto,cita desde,cita hasta,calle,código postal,provincia'
const hourMs = 3_600_000

describe('the clock of an order', async () => {
  const server = closedAfter(await startTestServer())
  const canary = await makeCto(server.db, { ine_code: '35016', postal_code: '35002', province: 'Las Palmas' })

  const enter = async (): Promise<{ vno: Vno; session: TestSession }> => {
    const vno = await makeVno(server.db)
    return { vno, session: await makeSession(server.db, await makeAdmin(server.db, { vno })) }
  }
  const send = async (session: TestSession, file: string | Buffer) =>
    (await server.done(load, {}, session, { file: Buffer.from(file) })).record.results
  const ordersOf = async (session: TestSession) =>
    (await server.done('admin_vno/orders/get', { sort: [['id', 'asc']], limit: 200 }, session)).records

  it('follows its box, else the postal code, else the province, in July and in December', async () => {
    const { session } = await enter()
    const homes = [',C/ Triana,35002,', ',C/ Castillo,38003,', ',C/ Mayor,,Las Palmas', ',C/ Mayor,28013,', ',,,']
    const places = [`${canary.code},`, ...homes]
    const rows = places.flatMap((place, n) =>
      ['2026-07-10', '2026-12-10'].map((day) => {
        const [box = '', ...home] = place.split(',')
        return `${day}-${n},averia,${box},${day} 10:00,${day} 12:00,${home.join(',')}`
      }),
    )
    await send(session, [heads, ...rows].join('\n'))
    const seen = (await ordersOf(session)).map(
      ({ appointment, time_zone }) => `${appointment?.from.slice(5, 16)} ${time_zone}`,
    )
    const islands = ['07-10T09:00 Atlantic/Canary', '12-10T10:00 Atlantic/Canary']
    const mainland = ['07-10T08:00 Europe/Madrid', '12-10T09:00 Europe/Madrid']
    assert.deepEqual(seen, [islands, islands, islands, islands, mainland, mainland].flat())
  })

  it('is decided in the database as in the product', async () => {
    const codes = [null, '', '35002', '38003', '28001', '08001']
    const provinces = [null, '', 'Las Palmas', ' santa cruz de tenerife ', 'Madrid']
    for (const ine_code of [null, '35016', '28079'])
      for (const postal_code of codes)
        for (const province of provinces) {
          const place: PlaceParts = { ine_code, postal_code, province }
          const values = [ine_code, JSON.stringify({ postal_code, province })]
          const { rows } = await server.db.owner.query<{ zone: string }>('select order_zone($1, $2) as zone', values)
          assert.equal(rows[0]?.zone, zoneOfPlace(place), JSON.stringify(place))
        }
  })

  it('a local time that does not exist is refused; of an ambiguous one the first is taken, with a warning', async () => {
    const { session } = await enter()
    const row = (id: string, box: string, from: string) => `${id},averia,${box},${from},${from.slice(0, 10)} 06:00,,,`
    const lines = [
      heads,
      row('SKIPPED-MAD', '', '2026-03-29 02:30'),
      row('SKIPPED-CAN', canary.code, '2026-03-29 01:30'),
      row('FINE-CAN', canary.code, '2026-03-29 02:30'),
      row('TWICE-MAD', '', '2026-10-25 02:30'),
      row('TWICE-CAN', canary.code, '2026-10-25 01:30'),
      row('SECOND-CAN', canary.code, '2026-10-25 01:30+00:00'),
      row('NO-DAY', '', '2026-02-30 10:00'),
    ]
    const results = await send(session, lines.join('\n'))
    const told = results.map(({ code, message }) => [code, /se adelanta el reloj|se repite/.exec(message)?.[0] ?? ''])
    const skipped = ['VALIDATION', 'se adelanta el reloj']
    const twice = ['CREATED', 'se repite']
    assert.deepEqual(told, [skipped, skipped, ['CREATED', ''], twice, twice, ['CREATED', ''], ['VALIDATION', '']])
    const starts = (await ordersOf(session)).map(
      (order) => `${order.external_order_id} ${order.appointment?.from.slice(11, 16)}`,
    )
    assert.deepEqual(starts, ['FINE-CAN 01:30', 'TWICE-MAD 00:30', 'TWICE-CAN 00:30', 'SECOND-CAN 01:30'])
  })

  it('every downloaded instant is loaded again unchanged', async () => {
    const { vno, session } = await enter()
    let seed = 20_261_126
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
    const changes = ['2026-03-29T01:00Z', '2026-10-25T01:00Z', '2027-03-28T01:00Z'].map((at) => Date.parse(at))
    const instants = Array.from({ length: 180 }, (_, n) => {
      const near = changes[n % 3] ?? 0
      return n % 2
        ? near + (random(300) - 150) * 60_000
        : Date.parse('2026-01-01T00:00Z') + random(365 * 24 * 60) * 60_000 + random(60_000)
    })
    for (const [n, ms] of instants.entries())
      await makeOrder(server.db, {
        vno,
        kind: 'averia',
        cto_id: n % 3 === 0 ? canary.id : null,
        address: n % 3 === 1 ? { street: 'C/ Triana', postal_code: '35002' } : null,
        appointment_from: new Date(ms),
        appointment_to: new Date(ms + hourMs),
      })
    for (const format of ['csv', 'xlsx']) {
      const { bytes } = await server.call('admin_vno/orders/download', { format }, { session })
      const other = (await send(session, bytes)).filter(({ code }) => code !== 'UNCHANGED')
      assert.deepEqual(other, [], format)
    }
  })

  it('an end of the visit that a table does not hold stays, and another box is refused, not passed over', async () => {
    const { session } = await enter()
    const other = await makeCto(server.db)
    await send(session, `${heads}\nA,averia,${canary.code},2030-12-10 10:00,2030-12-10 12:00,,,`)
    const codes = async (text: string) => columnOf(await send(session, text), 'code')
    assert.deepEqual(await codes('orden,tipo,cita desde\nA,averia,2030-12-10 10:30'), ['UPDATED'])
    const [order] = await ordersOf(session)
    assert.deepEqual(order?.appointment, { from: '2030-12-10T10:30:00.000Z', to: '2030-12-10T12:00:00.000Z' })
    assert.deepEqual(await codes('orden,tipo,cita desde\nA,averia,2030-12-10 12:30'), ['VALIDATION'])
    assert.deepEqual(await codes(`orden,tipo,cto\nA,averia,${other.code}`), ['ALREADY_EXISTS'])
  })
})
