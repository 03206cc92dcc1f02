import type { Scanned } from './device-types.ts'

const device = import.meta.env.VITE_NATIVE === '1' ? () => import('./capacitor/scanner.ts') : null

/**
 * Scans one code with the device's scanner, which shows `instructions`; null when the user cancels. On the web the page
 * scans itself.
 */
export const nativeScan: ((instructions?: string) => Promise<Scanned | null>) | null = device
  ? async (instructions = '') => (await device()).scan(instructions)
  : null
