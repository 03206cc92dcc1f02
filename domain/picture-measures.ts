/** Measures of a picture, computed identically on the phone that takes it and on the server that receives it. */

/** Long edge of the stored picture, and of the one that is measured, in pixels. */
export const storedEdge = 2048
export const measuredEdge = 512
/** Most pixels of a picture: the largest that telephones take, 8192×6144. */
export const mostPixels = 8192 * 6144

export interface Grey {
  data: Uint8Array | Uint8ClampedArray
  width: number
  height: number
}

export interface PictureMeasures {
  /** Variance of the Laplacian: low without edges. */
  sharpness: number
  /** Mean luminance, 0 to 255. */
  brightness: number
}

/** Measures the grey values of a picture whose long edge is `measuredEdge`. */
export function measurePicture({ data, width, height }: Grey): PictureMeasures {
  let [sum, squares, total, count] = [0, 0, 0, 0]
  for (const value of data) total += value
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x
      const around = (data[at - 1] ?? 0) + (data[at + 1] ?? 0) + (data[at - width] ?? 0) + (data[at + width] ?? 0)
      const value = around - 4 * (data[at] ?? 0)
      sum += value
      squares += value * value
      count += 1
    }
  }
  const mean = count === 0 ? 0 : sum / count
  return {
    sharpness: count === 0 ? 0 : squares / count - mean * mean,
    brightness: data.length === 0 ? 0 : total / data.length,
  }
}

/** Luminance (Rec. 601) of RGBA pixels. */
export function greyOf(rgba: Uint8Array | Uint8ClampedArray, width: number, height: number): Grey {
  const data = new Uint8Array(width * height)
  for (let at = 0; at < data.length; at++) {
    const from = at * 4
    data[at] = Math.round(0.299 * (rgba[from] ?? 0) + 0.587 * (rgba[from + 1] ?? 0) + 0.114 * (rgba[from + 2] ?? 0))
  }
  return { data, width, height }
}

/** Width and height scaled down to a long edge of at most `edge`, in whole pixels. */
export function fitWithin(edge: number, { width, height }: { width: number; height: number }) {
  const scale = Math.min(1, edge / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
