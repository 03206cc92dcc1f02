/** Whether a file can come from the camera that was just opened. Pure. */

/** Tolerance before the camera's opening, ms: file systems count in seconds; EXIF times have no zone. */
const slack = { file: 5_000, exif: 120_000 }
/** Assumed age of the camera's opening when unknown, ms. */
const unknownOpened = 120_000

/** When a file was created, by the device's clock, and whether that is too early for the open camera. Pure. */
export function originOf(
  { lastModified, exifAt }: { lastModified: number | null; exifAt: number | null },
  opened: number | null,
  now: number,
): { camera: boolean; at: number } {
  const since = opened ?? now - unknownOpened
  const ages = [
    lastModified !== null && lastModified < since - slack.file ? lastModified : now,
    exifAt !== null && exifAt < since - slack.exif ? exifAt : now,
  ]
  const at = Math.min(...ages)
  return { camera: at === now, at }
}
