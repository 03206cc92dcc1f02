/** A downloaded spreadsheet shows what the list shows: heads, words, codes, dates and durations, with a frozen and filtered head. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { text as textOf } from 'node:stream/consumers'
import { contract, type Path } from '@hilo/contract/index.ts'
import { processState } from '@hilo/domain/status.ts'
import yauzl from 'yauzl'
import { columnOf } from '../../test/answers.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { makeAdmin, makeOperator, makeSession, makeVno } from '../../test/factories.ts'
import { freePort } from '../../test/free-port.ts'
import { startTestServer } from '../../test/harness.ts'
import { makeCto, makeEvent } from '../../test/plant-factories.ts'
import { text } from '../texts.ts'

/** Parts of a workbook by name. */
async function partsOf(workbook: Buffer): Promise<Map<string, string>> {
  const zip = await promisify<Buffer, yauzl.Options, yauzl.ZipFile>(yauzl.fromBuffer)(workbook, { lazyEntries: true })
  const open = promisify<yauzl.Entry, NodeJS.ReadableStream>(zip.openReadStream.bind(zip))
  const parts = new Map<string, string>()
  await new Promise<void>((resolve, reject) => {
    zip.on('entry', (entry: yauzl.Entry) => {
      open(entry)
        .then(async (stream) => {
          parts.set(entry.fileName, await textOf(stream))
          zip.readEntry()
        })
        .catch(reject)
    })
    zip.on('end', resolve)
    zip.readEntry()
  })
  return parts
}

interface Cell {
  value: string
  format: string
}
/** Cells of the rows of a sheet, with the number format of each. */
function cellsOf(parts: Map<string, string>): Cell[][] {
  const styles = parts.get('xl/styles.xml') ?? ''
  const codes = new Map(
    [...styles.matchAll(/numFmtId="(\d+)" formatCode="([^"]*)"/g)].map(([, id, code]) => [id, code]),
  )
  const formats = [...(styles.split('<cellXfs')[1] ?? '').matchAll(/<xf(?: numFmtId="(\d+)")?/g)].map(
    ([, id]) => codes.get(id) ?? '',
  )
  const sheet = parts.get('xl/worksheets/sheet1.xml') ?? ''
  return [...sheet.matchAll(/<row r="\d+">(.*?)<\/row>/gs)].map(([, row = '']) =>
    [
      ...row.matchAll(
        /<c r="[A-Z]+\d+"(?: t="\w+")?(?: s="(\d+)")?(?:\/>|>(?:<is><t>|<v>)([^<]*)(?:<\/t><\/is>|<\/v>)<\/c>)/g,
      ),
    ].map(([, style = '0', value = '']) => ({ value, format: formats[Number(style)] ?? '' })),
  )
}

describe('a spreadsheet that is downloaded', async () => {
  const server = closedAfter(await startTestServer({ PORT: await freePort() }))
  const vno = await makeVno(server.db)
  const session = await makeSession(server.db, await makeAdmin(server.db, { vno }))
  const cto = await makeCto(server.db)
  const { rows } = await server.db.owner.query<{ label: string }>('select label from cto where id = $1', [cto.id])
  const label = rows[0]?.label ?? ''
  const { id } = await makeEvent(server.db, { vno, cto })
  await server.db.owner.query(
    `update event set started_at = '2026-07-10T10:00:00Z', finished_at = '2026-07-11T12:30:00Z', power_dbm = -20.83 where id = $1`,
    [id],
  )

  const sheet = async (path: Path, input: object, who = session) => {
    const answer = await server.call(path, { format: 'xlsx', ...input }, { session: who })
    assert.equal(answer.status, 200, `${path}: ${answer.text}`)
    return { answer, parts: await partsOf(answer.bytes) }
  }

  it('has the list’s Spanish title and the day in its name', async () => {
    for (const [path, title] of [
      ['admin_vno/events/download', 'Intervenciones'],
      ['admin_vno/orders/download', 'Órdenes'],
    ] as const)
      for (const format of ['xlsx', 'csv']) {
        const { headers } = await server.call(path, { format }, { session })
        const name = /filename\*?=(?:UTF-8''|")([^";]+)/.exec(
          String(headers['content-disposition']).replace(/filename="[^"]*"; /, ''),
        )?.[1]
        assert.match(decodeURIComponent(name ?? ''), new RegExp(`^${title} \\d{4}-\\d\\d-\\d\\d\\.${format}$`))
      }
  })

  it('shows a box by its printed label, durations as hours, dates as dates, powers as numbers with the unit in the head', async () => {
    const columns = ['cto.label', 'cto.code', 'duration_s', 'started_at', 'power_dbm', 'process_state', 'origin']
    const { parts } = await sheet('admin_vno/events/download', { columns })
    const [heads = [], row = []] = cellsOf(parts)
    const titles = ['CTO', 'Código de CTO', 'Duración (h:mm)', 'Empezó', 'Potencia (dBm)', 'Estado', 'Origen']
    assert.deepEqual(columnOf(heads, 'value'), titles)
    const [box, code, duration, started, power, state] = row
    assert.equal(box?.value, label)
    assert.ok(code?.value.endsWith(label))
    assert.deepEqual([Number(duration?.value).toFixed(6), duration?.format], [(26.5 / 24).toFixed(6), '[h]:mm'])
    // 12:00 in Spain.
    assert.equal(
      Number(started?.value).toFixed(4),
      (Date.parse('2026-07-10T12:00:00Z') / 86_400_000 + 25_569).toFixed(4),
    )
    assert.match(started?.format ?? '', /mmmm.*yyyy.*AM\/PM/)
    assert.deepEqual([power?.value, power?.format], ['-20.83', '0.00'])
    assert.match(state?.value ?? '', /^\p{Lu}\p{L}+/u)
  })

  it('freezes and filters its head, and gives each column the width of its content', async () => {
    const { parts } = await sheet('admin_vno/events/download', { columns: ['code', 'created_at', 'port_number'] })
    const xml = parts.get('xl/worksheets/sheet1.xml') ?? ''
    assert.match(xml, /<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"\/>/)
    assert.match(xml, /<autoFilter ref="A1:C2"\/>/)
    const widths = [...xml.matchAll(/<col min="\d+" max="\d+" width="([\d.]+)"/g)].map(([, width]) => Number(width))
    const [, row = []] = cellsOf(parts)
    assert.ok((widths[0] ?? 0) > (row[0]?.value.length ?? 99), 'a code fits')
    assert.ok((widths[1] ?? 0) >= 'septiembre de 2026, 12:00 p. m.'.length, 'a date fits')
    assert.ok((widths[2] ?? 99) < 15, 'a number takes no more')
  })

  it('says a device in words, and a former state only where it changed, as the lists do', async () => {
    const agents = [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36 Edg/130.0',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 (KHTML, like Gecko) Version/18.0 Safari/604.1',
      '0192f1de-7c3a-7d11-8f6e-0123456789ab',
      'curl/8.5.0',
    ]
    for (const [at, device] of agents.entries())
      await server.db.owner.query(
        `insert into audit (vno_id, call, request_id, device, entity) values ($1, 'account/edit', $2, $3, 'event')`,
        [vno.id, `device-${at}`, device],
      )
    const ids = agents.map((_, at) => `device-${at}`)
    const audited = { filter: { request_id: ids }, columns: ['request_id', 'device'] }
    const [, ...rows] = cellsOf((await sheet('admin_vno/audit/download', audited)).parts)
    const words = new Map(rows.map(([request, device]) => [request?.value, device?.value]))
    assert.deepEqual(
      ids.map((id) => words.get(id)),
      ['Edge en Windows', 'Safari en iPhone', 'Aplicación Hilo', 'Otro programa'],
    )

    const { rows: events } = await server.db.owner.query<{ id: number; cto_id: number }>(
      'select id, cto_id from event where vno_id = $1',
      [vno.id],
    )
    const { created, finalizing } = processState.is
    for (const to of [created, finalizing])
      await server.db.owner.query(
        `insert into event_history (event_id, cto_id, vno_id, from_state, to_state, cause, before, after, at)
         values ($1, $2, $3, $4, $5, 'step', '{}', '{}', now())`,
        [events[0]?.id, events[0]?.cto_id, vno.id, created, to],
      )
    const history = { filter: { event_id: events[0]?.id }, columns: ['from', 'to'] }
    const [, ...changes] = cellsOf((await sheet('admin_vno/historicals/events/download', history)).parts)
    const moves = changes.map((cells) => cells.map(({ value }) => value).join(' → '))
    const [before = '', now = ''] = [created, finalizing].map((state) => text(processState.of(state)?.label ?? ''))
    assert.ok(moves.includes(`${before} → ${now}`), moves.join('\n'))
    assert.ok(moves.includes(` → ${before}`), moves.join('\n'))
    assert.ok(!moves.includes(`${before} → ${before}`), moves.join('\n'))
  })

  it('writes every list without wire words, wire names and bare keys of texts', async () => {
    const neutral = await makeSession(server.db, await makeOperator(server.db))
    for (const [path, spec] of Object.entries(contract)) {
      if (spec.kind !== 'download') continue
      const { parts } = await sheet(path as Path, {}, neutral).catch(() => sheet(path as Path, {}))
      const [heads = [], ...rows] = cellsOf(parts)
      const kinds = Object.entries(spec.list.columns)
      assert.equal(heads.length, kinds.length, path)
      for (const [at, { value }] of heads.entries()) {
        assert.doesNotMatch(value, /^column\.|^unit\.|_/, `${path}: the head of ${kinds[at]?.[0] ?? ''}`)
        assert.match(value, /^\p{Lu}/u, `${path}: the head of ${kinds[at]?.[0] ?? ''}`)
      }
      for (const row of rows)
        for (const [at, { value }] of row.entries())
          if (/^(?:status|before|choice|words|call|problem|boolean)/.test(kinds[at]?.[1] ?? '') && value !== '')
            assert.match(value, /^[\p{Lu}\p{N}]/u, `${path}: ${kinds[at]?.[0] ?? ''}`)
    }
  })

  it('is printed one page wide, and shows short states and what still runs as the list does', async () => {
    const cto = await makeCto(server.db)
    const open = await makeEvent(server.db, { vno, cto })
    await server.db.owner.query(
      `update event set process_state = $2, started_at = app_now() - interval '3 hours', finished_at = null where id = $1`,
      [open.id, processState.is.finalizedSync],
    )
    const asked = { filter: { id: open.id }, columns: ['process_state', 'duration_s'] }
    const { parts } = await sheet('admin_vno/events/download', asked)
    const [, [state, duration] = []] = cellsOf(parts)
    assert.equal(state?.value, 'Finalizada')
    assert.equal(Number(duration?.value).toFixed(2), (3 / 24).toFixed(2))
    const { text: csv } = await server.call('admin_vno/events/download', { format: 'csv', ...asked }, { session })
    assert.match(csv, /\n5?\d*,\r?\n$/, 'programs get no duration that is not known')
    const xml = parts.get('xl/worksheets/sheet1.xml') ?? ''
    assert.match(xml, /<pageSetUpPr fitToPage="1"\/>.*<pageSetup [^>]*orientation="landscape" fitToWidth="1"/s)
  })
})
