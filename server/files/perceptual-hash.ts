/** Perceptual hash, for the similarity of pictures. */

const side = 32
const low = 8

/** Cosines of the first rows of a 32-point DCT. */
const cosines = Array.from({ length: low + 1 }, (_, frequency) =>
  Array.from({ length: side }, (_, at) => Math.cos(((2 * at + 1) * frequency * Math.PI) / (2 * side))),
)

function lowFrequencies(grey: Uint8Array): number[] {
  const rows = Array.from({ length: side }, (_, y) =>
    cosines.map((wave) => wave.reduce((sum, factor, x) => sum + factor * (grey[y * side + x] ?? 0), 0)),
  )
  const found: number[] = []
  for (let v = 1; v <= low; v++) {
    for (let u = 1; u <= low; u++) {
      found.push(rows.reduce((sum, row, y) => sum + (cosines[v]?.[y] ?? 0) * (row[u] ?? 0), 0))
    }
  }
  return found
}

/**
 * Perceptual hash of 32 × 32 grey values: one bit for each of the 64 lowest frequencies, above or below their median. Scaling,
 * compression and small changes of light flip few bits. Signed, for the database's bigint.
 */
export function likeness(grey: Uint8Array): bigint {
  const values = lowFrequencies(grey)
  const sorted = values.toSorted((a, b) => a - b)
  const median = ((sorted[31] ?? 0) + (sorted[32] ?? 0)) / 2
  return BigInt.asIntN(
    64,
    values.reduce((hash, value) => (hash << 1n) | (value > median ? 1n : 0n), 0n),
  )
}
