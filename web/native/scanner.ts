/** What a code says, and of which kind it is, in the words of the web's BarcodeDetector (`qr_code`, `code_128`). */
export interface Scanned {
  text: string
  format: string
}

const device = import.meta.env.VITE_NATIVE === '1' ? () => import('./capacitor/scanner.ts') : null

/**
 * Reads one code with the device's own scanner, which shows the sentence given; null when the person turned back. On the
 * web the page reads it itself.
 */
export const nativeScan: ((instructions?: string) => Promise<Scanned | null>) | null = device
  ? async (instructions = '') => (await device()).scan(instructions)
  : null
