#!/bin/sh
# zxing-wasm 3.1.4 reads plain Code 39 as full ASCII wherever one of / + $ % stands before a letter: the code of "28/C1/P3" comes back
# as "28#103", without an error or a mark. The symbology identifier does not tell either: it is that of full ASCII only if the whole
# code was taken so. Asked for Code39Std it returns what was printed. Codes without such pairs are the same in both ways.
# Labels of network boxes often hold a slash before a letter, so a wrong label is taken in silence.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund zxing-wasm@3.1.4 bwip-js@4.7.0
cat >read.mjs <<'JS'
import bwipjs from 'bwip-js/node'
import { readBarcodes } from 'zxing-wasm/reader'

const read = async (text, format) => {
  const png = await bwipjs.toBuffer({ bcid: 'code39', text, scale: 3, height: 12, paddingwidth: 20, paddingheight: 10 })
  const [found] = await readBarcodes(new Uint8Array(png), { formats: [format] })
  return `${text} as ${format}: ${found?.text ?? 'nothing'} ${found?.symbologyIdentifier ?? ''}`.trim()
}
for (const text of ['28/C1/P3', '28-0041-AC', '28/1/3'])
  for (const format of ['Code39', 'Code39Std']) console.log(await read(text, format))
JS
node read.mjs | tee seen.txt
