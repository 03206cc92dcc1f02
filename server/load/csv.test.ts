import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { Problem } from '@hilo/domain/problem.ts'
import { parse } from 'csv-parse/sync'
import * as fc from 'fast-check'
import { readCsv } from './csv.ts'
import { tableLimits, type TableNote, type TableRow } from './table.ts'

let folder = ''
let count = 0
before(async () => (folder = await mkdtemp(join(tmpdir(), 'hilo-csv-'))))
after(() => rm(folder, { recursive: true, force: true }))

interface Read {
  heads: string[]
  rows: TableRow[]
  notes: readonly TableNote[]
}

async function read(content: string | Buffer): Promise<Read> {
  const path = join(folder, String(count++))
  await writeFile(path, content)
  const { heads, rows, notes = [] } = await readCsv(path)
  const found: TableRow[] = []
  for await (const row of rows) found.push(row)
  await rm(path)
  return { heads, rows: found, notes }
}
const cellsOf = ({ rows }: Read) => rows.map(({ values }) => Object.values(values))
const refusedLines = ({ rows }: Read) => rows.flatMap(({ line, refusal }) => (refusal === undefined ? [] : [line]))
const codes = ({ notes }: Read) => notes.map(({ code }) => code)

/** One byte for each letter, as another system of its time wrote them. */
const macLetters: Readonly<Record<string, number>> = {
  ...{ á: 0x87, é: 0x8e, í: 0x92, ó: 0x97, ú: 0x9c, ñ: 0x96, ü: 0x9f, º: 0xbc, ª: 0xbb },
  ...{ Á: 0xe7, É: 0x83, Í: 0xea, Ó: 0xee, Ú: 0xf2, Ñ: 0x84, Ü: 0x86 },
}
const dosLetters: Readonly<Record<string, number>> = {
  ...{ á: 0xa0, é: 0x82, í: 0xa1, ó: 0xa2, ú: 0xa3, ñ: 0xa4, ü: 0x81, º: 0xa7, ª: 0xa6 },
  ...{ Á: 0xb5, É: 0x90, Í: 0xd6, Ó: 0xe0, Ú: 0xe9, Ñ: 0xa5, Ü: 0x9a },
}
const written = (text: string, letters: Readonly<Record<string, number>>) =>
  Buffer.from([...text].map((char) => letters[char] ?? char.charCodeAt(0)))

const streets = [
  'C/ Muñoz Núñez 3.º',
  'Alcorcón',
  'AVENIDA DE ESPAÑA',
  'Móstoles, Getafe y Leganés',
  'C/ Ávila',
  'MÁLAGA',
  'Paseo de la Castellana',
  'C/ Íñigo de Loyola, 2.ª',
  'GARCÍA GÜELL',
  'CAMPO DE CRIPTANA, ÉCIJA',
]

describe('the encoding of a CSV', () => {
  it('is decided by line: one row of another program harms no other', async () => {
    const rows = [Buffer.from('code;name\n1;Peña\n'), Buffer.from('2;Muñoz\n', 'latin1'), Buffer.from('3;Móstoles\n')]
    const found = await read(Buffer.concat(rows))
    assert.deepEqual(cellsOf(found), [
      ['1', 'Peña'],
      ['2', 'Muñoz'],
      ['3', 'Móstoles'],
    ])
    assert.deepEqual(codes(found), [])
  })

  it('is found for what Macintosh and DOS wrote, and told', async () => {
    for (const letters of [macLetters, dosLetters]) {
      for (const streetsHere of [streets, ...streets.filter((one) => /[ñóáéíúÑ]/.test(one)).map((one) => [one])]) {
        const found = await read(written(`id;calle\n${streetsHere.map((one) => `1;${one}`).join('\n')}`, letters))
        const right = streetsHere.every((one, i) => found.rows[i]?.values['calle'] === one)
        assert.ok(right || codes(found).includes('garbled'), JSON.stringify([streetsHere, found]))
        if (streetsHere === streets) assert.ok(right)
        if (right) assert.deepEqual(codes(found), ['encoding'])
      }
    }
  })

  it('stays Windows-1252 for its dashes, quotes, apostrophes and capitals, without a note', async () => {
    const bytes = (text: string) =>
      Buffer.from(
        [...text].map(
          (char) => ({ '–': 0x96, '’': 0x92, '“': 0x93, '”': 0x94, '€': 0x80 })[char] ?? char.charCodeAt(0),
        ),
      )
    for (const one of [
      ...streets,
      'Madrid–Burgos',
      'norte–sur',
      'L’Hospitalet',
      '«Alta» 3 €',
      '“Sol” ¿dónde?',
      'Avinguda de Catalunya, col·legi',
    ])
      assert.deepEqual(cellsOf(await read(bytes(`id;calle\n1;${one}`))), [['1', one]])
  })

  it('is UTF-16 of either order, with and without its mark', async () => {
    const text = 'code;name\r\n1;Peñíscola €\r\n'
    for (const mark of ['\uFEFF', '']) {
      const little = Buffer.from(mark + text, 'utf16le')
      const big = Buffer.from(little).swap16()
      for (const bytes of [little, big]) assert.deepEqual(cellsOf(await read(bytes)), [['1', 'Peñíscola €']])
    }
  })

  it('is refused with zeros in it', async () => {
    const error: unknown = await read(Buffer.from('code;name\n1;a\0b\n')).catch((thrown: unknown) => thrown)
    assert.ok(error instanceof Problem)
    assert.equal(error.extra.details?.[0]?.code, 'format')
  })

  it('is told by line and text where words are garbled', async () => {
    for (const word of ['Mu¤oz', 'Alcorc\u0097n', 'M├│stoles', 'N?ñez', 'Pe\uFFFDa', 'ALCORCàN', 'Pe¿a']) {
      const { notes } = await read(`id;calle\n1;Sol\n2;C/ ${word} 3\n`)
      assert.deepEqual(
        notes.map(({ code, lines }) => [code, lines]),
        [['garbled', [3]]],
        word,
      )
      assert.match(notes[0]?.message ?? '', /3: «/)
    }
    const fine = 'id;calle\n1;Camí de l’Àliga, col·legi Madrid–Sevilla 3.º 2.ª ¿sí? n.º 5 50 €\n2;https://a.es/?b=c?d\n'
    assert.deepEqual((await read(fine)).notes, [])
  })

  it('that was applied twice is undone, and told with both texts', async () => {
    const again = (text: string) => new TextDecoder('windows-1252').decode(Buffer.from(text))
    for (const word of ['Peña', 'Alcorcón', 'Ávila', 'Íñigo', '3.º', 'L’Hospitalet', '5 €', 'garantía']) {
      for (const seen of [again(word), again(again(word))]) {
        const { rows, notes } = await read(`id;calle\n1;${seen}\n`)
        assert.equal(rows[0]?.values['calle'], word)
        assert.deepEqual(codes({ heads: [], rows: [], notes }), ['repaired'])
        assert.ok(notes[0]?.message.includes(`→ «${word}»`))
      }
    }
    for (const word of ['São João', '«BÉ»', 'Âncora', 'PROVENÇÃO'])
      assert.deepEqual((await read(`a;b\n1;${word}`)).notes, [])
  })
})

describe('the form of a CSV', () => {
  const expected = [['1', 'a b']]
  it('may say its separator in a first line, which is no row', async () => {
    for (const first of ['sep=;', '\uFEFFsep=;', '"sep=;"', 'SEP=;']) {
      const found = await read(`${first}\r\nid;name, of it\r\n1;a b\r\n`)
      assert.deepEqual([found.heads, cellsOf(found), found.rows[0]?.line], [['id', 'name, of it'], expected, 3])
    }
    assert.deepEqual(cellsOf(await read('sep=|\nid|name;x\n1|a b\n')), expected)
  })

  it('may have any of four separators', async () => {
    for (const one of [',', ';', '\t', '|'])
      assert.deepEqual(cellsOf(await read(`id${one}name\n1${one}a b\n`)), expected)
    assert.deepEqual((await read('metros, aprox;id\n1;2')).heads, ['metros, aprox', 'id'])
  })

  it('may end its lines as Windows, Unix or an old Macintosh do', async () => {
    for (const end of ['\r\n', '\n', '\r', '\r\r\n']) {
      const found = await read(['id;name', '1;a b', '', '2;c', ''].join(end))
      assert.deepEqual(cellsOf(found), [
        ['1', 'a b'],
        ['2', 'c'],
      ])
      assert.deepEqual([found.rows[0]?.line, found.rows[1]?.line], [2, 4])
    }
  })
})

describe('a quote that is not closed', () => {
  const good = (id: number) => `${id};C/ Luna;Madrid`
  it('spoils its row alone, wherever it stands', async () => {
    for (const bad of [
      '9;"C/ Sol;Madrid',
      '9;Nave 19" izq;Madrid',
      '9;"La Perla" bajo;Madrid',
      '9;"""C/ Sol;Madrid',
      '9;C/ Sol;"Madrid',
    ]) {
      const found = await read(['id;calle;municipio', good(1), bad, good(2), good(3)].join('\n'))
      assert.deepEqual(refusedLines(found), [3], bad)
      assert.deepEqual(
        found.rows.map(({ values }) => values['id']),
        ['1', '', '2', '3'],
      )
    }
  })

  it('takes in no rows up to another such quote', async () => {
    const lines = [
      'id;calle;municipio',
      '1;"C/ Sol;Madrid',
      good(2),
      good(3),
      '4;C/ Mayor";Madrid',
      good(5),
      '6;"a";b',
      good(7),
    ]
    const found = await read(lines.join('\n'))
    assert.deepEqual(refusedLines(found), [2, 5])
    assert.equal(found.rows.length, 7)
    const both = await read(['id;calle;municipio', '1;"C/ Sol;Madrid', '2;"C/ Luna;Madrid', good(3)].join('\n'))
    assert.deepEqual(refusedLines(both), [2, 3])
  })

  it('is none where a cell has several lines, or quotes in pairs', async () => {
    const found = await read('id;calle;municipio\n1;"C/ Sol\n\n2.º; izq";Madrid\n2;C/ "La Perla";"a ""b"" c"\n')
    assert.deepEqual(cellsOf(found), [
      ['1', 'C/ Sol\n\n2.º; izq', 'Madrid'],
      ['2', 'C/ "La Perla"', 'a "b" c'],
    ])
    assert.deepEqual(
      found.rows.map(({ line }) => line),
      [2, 5],
    )
  })

  it('in the heads refuses the file', async () => {
    await assert.rejects(read('id;"calle\n1;2'), (error: Problem) => error.extra.details?.[0]?.code === 'broken')
  })
})

describe('a hostile CSV', () => {
  it('with a line beyond all limits loses that row alone, and is read in the memory of one row', async () => {
    const long = Buffer.alloc(100 << 20, 'x')
    const path = join(folder, 'long')
    await writeFile(path, Buffer.concat([Buffer.from('id;name\n1;a\n'), long, Buffer.from('\n2;b\n')]))
    const before = process.memoryUsage().arrayBuffers
    const { rows } = await readCsv(path)
    const found: TableRow[] = []
    let most = 0
    for await (const row of rows) {
      found.push(row)
      most = Math.max(most, process.memoryUsage().arrayBuffers - before)
    }
    assert.deepEqual(
      found.map(({ line, refusal }) => [line, refusal !== undefined]),
      [
        [2, false],
        [3, true],
        [4, false],
      ],
    )
    assert.ok(most < 64 << 20, String(most))
  })

  it('with a million cells in a row is told so, and with a million heads refused', async () => {
    const many = ';'.repeat(1_000_000)
    assert.deepEqual(refusedLines(await read(`a;b\n1;2\n${many}\n`)), [3])
    const cells = 'x;'.repeat(100_000)
    const { rows } = await read(`a;b\n1;2${';'.repeat(1000)}\n${cells}`)
    assert.deepEqual(
      rows.map(({ tooMany }) => tooMany),
      [false, true],
    )
    const heads = Array.from({ length: 20_000 }, (_, i) => `h${i}`).join(';')
    await assert.rejects(read(`${heads}\n1`), (error: Problem) => error.extra.details?.[0]?.code === 'columns')
  })

  it('with a quote in every line is read once over, not again for each', async () => {
    const lines = Array.from({ length: 60_000 }, (_, i) => `${i};"a`)
    const even = Array.from({ length: 60_000 }, (_, i) => `${i};""`)
    const found = await read(`a;b\n${lines.join('\n')}\n${even.join('\n')}`)
    assert.equal(found.rows.length, 120_000)
    assert.deepEqual(refusedLines(found).length, 60_000)
    const blank = await read(`a;b\n1;"x${'\n'.repeat(600_000)}2;y\n`)
    assert.deepEqual([refusedLines(blank), blank.rows.length], [[2], 2])
  })
})

it('a CSV is read as an independent reader reads it', async () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'ñ', '"', ';', ',', ' ', '\n', 'Z', '7'), maxLength: 6 })
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
  const table = fc.array(fc.tuple(cell, cell, cell, cell, cell), { maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(table, async (rows) => {
      const content = ['a;b;c;d;e', ...rows.map((row) => row.map(quoted).join(';'))].join('\n')
      const theirs = parse(content, { delimiter: ';', from: 2 }).filter((row) => row.some((one) => one.trim() !== ''))
      const found = await read(content)
      // Cells whose lines look like whole rows are refused: that is the price of never swallowing rows.
      const trimmed = theirs.map((row) => row.map((one) => one.trim()))
      if (refusedLines(found).length === 0) assert.deepEqual(cellsOf(found), trimmed)
      else
        assert.ok(
          rows.some((row) =>
            row.some((one) =>
              one
                .split('\n')
                .slice(1)
                .some((line) => line.split(';').length > 4),
            ),
          ),
        )
    }),
    { numRuns: 300 },
  )
  assert.ok(tableLimits.rowChars > 0)
})
