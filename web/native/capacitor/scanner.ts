import type { CapacitorBarcodeScannerOptions } from '@capacitor/barcode-scanner'
import type { Scanned } from '../device-types.ts'
import { Scanner } from './plugins.ts'

/** Code formats in the scanner's order. */
const formats = [
  [
    'qr_code',
    'aztec',
    'codabar',
    'code_39',
    'code_93',
    'code_128',
    'data_matrix',
    'maxicode',
    'itf',
    'ean_13',
    'ean_8',
  ],
  ['pdf417', 'rss_14', 'rss_expanded', 'upc_a', 'upc_e', 'upc_ean_extension'],
].flat()
/** Any format, rear camera, any orientation. */
const anyCode = { hint: 17, cameraDirection: 1, scanOrientation: 3, scanButton: false, scanText: ' ' } as const
const turnedBack = 'OS-PLUG-BARC-0006'

export async function scan(instructions: string): Promise<Scanned | null> {
  try {
    const options: CapacitorBarcodeScannerOptions = { ...anyCode, scanInstructions: instructions || ' ' }
    const { ScanResult: text, format } = await Scanner.scanBarcode(options)
    return text === '' ? null : { text, format: formats[format] ?? 'unknown' }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === turnedBack) return null
    throw error
  }
}
