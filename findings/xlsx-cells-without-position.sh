#!/bin/sh
# exceljs 4.4.0 and xlsx-populate 1.21.0 do not open a worksheet whose rows and cells carry no `r` (their position). ECMA-376 makes
# the attribute optional (18.3.1.4 and 18.3.1.73), and LibreOffice counts in its absence. Both libraries end with an error of
# their own code that says nothing of the cause, the reader of streams as well. The same parts with `r` are read by both.
# A server that writes large sheets leaves `r` out for its weight: half of the compressed bytes of a sheet of short cells.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund exceljs@4.4.0 xlsx-populate@1.21.0 yazl@3.3.1
cat >read.cjs <<'JS'
const { Readable } = require('node:stream')
const { buffer } = require('node:stream/consumers')
const { Workbook, stream } = require('exceljs')
const populate = require('xlsx-populate')
const { ZipFile } = require('yazl')

const sheets = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const mime = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const type = (part, name) => `<Override PartName="/xl/${part}.xml" ContentType="${mime}.${name}+xml"/>`
const relation = (id, name, target) => `<Relationship Id="${id}" Type="${office}/${name}" Target="${target}"/>`
const relations = (...all) => `<Relationships xmlns="${packages}/relationships">${all.join('')}</Relationships>`
const types = [type('workbook', 'sheet.main'), type('styles', 'styles'), type('worksheets/sheet1', 'worksheet')]
const rels = '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'

async function workbook(placed) {
  const at = (place) => (placed ? ` r="${place}"` : '')
  const row = `<row${at(1)}><c${at('A1')}><v>7</v></c><c${at('B1')}><v>8</v></c></row>`
  const zip = new ZipFile()
  for (const [name, content] of Object.entries({
    '[Content_Types].xml': `<Types xmlns="${packages}/content-types">${rels}<Default Extension="xml" ContentType="application/xml"/>${types.join('')}</Types>`,
    '_rels/.rels': relations(relation('rId1', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `<workbook xmlns="${sheets}" xmlns:r="${office}"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      relation('rId1', 'worksheet', 'worksheets/sheet1.xml'),
      relation('rId2', 'styles', 'styles.xml'),
    ),
    'xl/styles.xml': `<styleSheet xmlns="${sheets}"><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellXfs count="1"><xf/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${sheets}"><sheetData>${row}</sheetData></worksheet>`,
  }))
    zip.addBuffer(Buffer.from(content), name)
  zip.end()
  return await buffer(zip.outputStream)
}

const readers = {
  exceljs: async (bytes) => {
    const book = new Workbook()
    await book.xlsx.load(bytes)
    return book.worksheets[0].getRow(1).values.slice(1)
  },
  'exceljs, stream': async (bytes) => {
    for await (const sheet of new stream.xlsx.WorkbookReader(Readable.from([bytes])))
      for await (const row of sheet) return row.values.slice(1)
  },
  'xlsx-populate': async (bytes) => (await populate.fromDataAsync(bytes)).sheet(0).usedRange().value()[0],
}
async function main() {
  for (const placed of [true, false])
    for (const [name, read] of Object.entries(readers)) {
      const seen = await workbook(placed).then(read).then(String, (error) => error.message)
      console.log(`${name}, ${placed ? 'with' : 'without'} r: ${seen}`)
    }
}
main()
JS
node read.cjs | tee seen.txt
cat >expected.txt <<'TXT'
exceljs, with r: 7,8
exceljs, stream, with r: 7,8
xlsx-populate, with r: 7,8
exceljs, without r: Invalid row number in model
exceljs, stream, without r: Cannot read properties of undefined (reading 'length')
xlsx-populate, without r: Cannot read properties of undefined (reading 'match')
TXT
diff expected.txt seen.txt && echo 'as described'
