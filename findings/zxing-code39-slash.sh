#!/bin/sh
# zxing-wasm 3.1.4 (zxing-cpp) reads plain Code 39 as full ASCII wherever one of / + $ % stands before a letter: a printed "28/C1/P3"
# comes back as "28#103", without an error. Only the symbology identifier tells, ]A4 instead of ]A0. Asked for the format Code39Std it
# returns what was printed. Codes without such pairs are the same both ways, so that short trials do not show it.
# Labels of network boxes hold a slash before a letter: a label that exists nowhere is taken in silence.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund zxing-wasm@3.1.4 bwip-js@4.7.0
cat >read.mjs <<'JS'
import { readFileSync } from 'node:fs'
import bwipjs from 'bwip-js/node'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

// The package would fetch its binary from a server.
prepareZXingModule({ overrides: { wasmBinary: readFileSync('node_modules/zxing-wasm/dist/reader/zxing_reader.wasm').buffer } })

const read = async (text, format) => {
  const png = await bwipjs.toBuffer({ bcid: 'code39', text, scale: 3, height: 12, paddingwidth: 20, paddingheight: 10, backgroundcolor: 'FFFFFF' })
  const [found] = await readBarcodes(new Uint8Array(png), { formats: [format] })
  return `${text} as ${format}: ${found?.text ?? 'nothing'} ${found?.symbologyIdentifier ?? ''}`.trim()
}
for (const text of ['28/C1/P3', '28-0041-AC', '28/1/3'])
  for (const format of ['Code39', 'Code39Std']) console.log(await read(text, format))
JS
node read.mjs | tee seen.txt
cat >expected.txt <<'TXT'
28/C1/P3 as Code39: 28#103 ]A4
28/C1/P3 as Code39Std: 28/C1/P3 ]A0
28-0041-AC as Code39: 28-0041-AC ]A0
28-0041-AC as Code39Std: 28-0041-AC ]A0
28/1/3 as Code39: 28/1/3 ]A0
28/1/3 as Code39Std: 28/1/3 ]A0
TXT
diff expected.txt seen.txt && echo 'as described'
