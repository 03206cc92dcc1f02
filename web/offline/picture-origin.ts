/** Whether a file can have come out of the camera that was just opened. Pure. */

/** How much older than its being opened a file of the camera may seem, ms: file systems count in seconds; cameras name no zone. */
const slack = { file: 5_000, exif: 120_000 }
/** Where nobody knows when the camera was opened, ms. */
const unknownOpened = 120_000

/** When a file was made, by the device's clock, and whether that is too early for the camera of now. Pure. */
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
