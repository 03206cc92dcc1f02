import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { columnsOf } from '../test/answers.ts'
import { cellsOf, noteCodes, readContent, refusalOf } from '../test/read-file.ts'
import { readCsv } from './csv.ts'

const read = async (content: string | Buffer) => await readContent(readCsv, content)

/** Single-byte letters in the encoding of an old system. */
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
  ...['C/ Muñoz Núñez 3.º', 'Alcorcón', 'AVENIDA DE ESPAÑA', 'Móstoles, Getafe y Leganés', 'C/ Ávila', 'MÁLAGA'],
  ...['Paseo de la Castellana', 'C/ Íñigo de Loyola, 2.ª', 'GARCÍA GÜELL', 'CAMPO DE CRIPTANA, ÉCIJA'],
]

describe('the encoding of a CSV', () => {
  it('is decided by line: one row of another program harms no other', async () => {
    const rows = [Buffer.from('code;name\n1;Peña\n'), Buffer.from('2;Muñoz\n', 'latin1'), Buffer.from('3;Móstoles\n')]
    const found = await read(Buffer.concat(rows))
    assert.deepEqual(cellsOf(found).flat(), ['1', 'Peña', '2', 'Muñoz', '3', 'Móstoles'])
    assert.deepEqual(noteCodes(found), [])
  })

  it('is detected for Macintosh and DOS, with a note', async () => {
    for (const letters of [macLetters, dosLetters]) {
      for (const streetsHere of [streets, ...streets.filter((one) => /[ñóáéíúÑ]/.test(one)).map((one) => [one])]) {
        const found = await read(written(`id;calle\n${streetsHere.map((one) => `1;${one}`).join('\n')}`, letters))
        const right = streetsHere.every((one, i) => found.rows[i]?.values['calle'] === one)
        assert.ok(right || noteCodes(found).includes('garbled'), JSON.stringify([streetsHere, found]))
        if (streetsHere === streets) assert.ok(right)
        if (right) assert.deepEqual(noteCodes(found), ['encoding'])
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
    assert.equal((await refusalOf(read(Buffer.from('code;name\n1;a\0b\n')))).code, 'format')
  })

  it('is reported by line and text if words are garbled', async () => {
    for (const word of ['Mu¤oz', 'Alcorc\u0097n', 'M├│stoles', 'N?ñez', 'Pe\uFFFDa', 'ALCORCàN', 'Pe¿a']) {
      const { notes } = await read(`id;calle\n1;Sol\n2;C/ ${word} 3\n`)
      assert.deepEqual(columnsOf(notes, 'code', 'lines'), [['garbled', [3]]], word)
      assert.match(notes[0]?.message ?? '', /3: «/)
    }
    const fine = 'id;calle\n1;Camí de l’Àliga, col·legi Madrid–Sevilla 3.º 2.ª ¿sí? n.º 5 50 €\n2;https://a.es/?b=c?d\n'
    assert.deepEqual((await read(fine)).notes, [])
  })

  it('applied twice is repaired, with a note of both texts', async () => {
    const again = (text: string) => new TextDecoder('windows-1252').decode(Buffer.from(text))
    for (const word of ['Peña', 'Alcorcón', 'Ávila', 'Íñigo', '3.º', 'L’Hospitalet', '5 €', 'garantía']) {
      for (const seen of [again(word), again(again(word))]) {
        const { rows, notes } = await read(`id;calle\n1;${seen}\n`)
        assert.equal(rows[0]?.values['calle'], word)
        assert.deepEqual(noteCodes({ notes }), ['repaired'])
        assert.ok(notes[0]?.message.includes(`→ «${word}»`))
      }
    }
    for (const word of ['São João', '«BÉ»', 'Âncora', 'PROVENÇÃO'])
      assert.deepEqual((await read(`a;b\n1;${word}`)).notes, [])
  })
})
