/** What may speak against a picture as proof. Nothing here blocks the work: a flag leads a person to look. */

export const pictureFlags = [
  'gallery',
  'stale',
  'far',
  'duplicate',
  'reused',
  'blurred',
  'dark',
  'label_mismatch',
] as const
export type PictureFlag = (typeof pictureFlags)[number]

interface Place {
  lat: number
  lon: number
}

export interface PictureFacts {
  camera: boolean
  /** Milliseconds of one clock; null when nothing says when it was taken. */
  takenAt: number | null
  startedAt: number
  now: number
  position: (Place & { accuracy_m?: number | null | undefined }) | null
  box: Place | null
  /** The like of it was shown before. */
  seenBefore: boolean
  /** The very same bytes were sent for another step or intervention. */
  reused?: boolean
  /** Variance of the Laplacian at 512 px. */
  sharpness: number
  /** Mean luminance, 0 to 255. */
  brightness: number
  /** Label read in the picture, and what stands on the box; null when nothing was read. */
  label: { read: string; expected: readonly string[] } | null
}

/** Around the intervention, for clocks that differ. */
const windowMs = 2 * 60_000
/** Metres to the box. */
const near = 75
const nearWhenPoor = 150
const poorAccuracy = 50
const leastSharpness = 40
const leastBrightness = 40

/** What can be seen wrong in a picture at once, before anybody sends it. */
export const isBlurred = ({ sharpness }: Pick<PictureFacts, 'sharpness'>) => sharpness < leastSharpness
export const isDark = ({ brightness }: Pick<PictureFacts, 'brightness'>) => brightness < leastBrightness
/** A position is poor from here, in metres. */
export const isPoor = (accuracy: number | null | undefined) => accuracy == null || accuracy > poorAccuracy

/** Radius of the Earth, in metres, as the lists measure distances. */
const earth = 6_371_000

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Metres between two places over the sphere. */
export function metresBetween(a: Place, b: Place): number {
  const [south, north] = [radians(a.lat), radians(b.lat)]
  const half = Math.sin((north - south) / 2) ** 2
  const turn = Math.cos(south) * Math.cos(north) * Math.sin(radians(b.lon - a.lon) / 2) ** 2
  return 2 * earth * Math.asin(Math.sqrt(Math.min(1, half + turn)))
}

function isFar({ position, box }: PictureFacts): boolean {
  if (!position || !box) return false
  return metresBetween(position, box) > (isPoor(position.accuracy_m) ? nearWhenPoor : near)
}

function isStale({ takenAt, startedAt, now }: PictureFacts): boolean {
  return takenAt === null || takenAt < startedAt - windowMs || takenAt > now + windowMs
}

const plain = (label: string) => label.replaceAll(/[^\p{L}\p{N}]/gu, '').toUpperCase()

function isOtherLabel({ label }: PictureFacts): boolean {
  return label !== null && !label.expected.some((one) => plain(one) === plain(label.read))
}

/** The flags of a picture, in their fixed order. A picture without position is not far: below ground there is none. */
export function flagsOf(facts: PictureFacts): PictureFlag[] {
  const raised: Record<PictureFlag, boolean> = {
    gallery: !facts.camera,
    stale: isStale(facts),
    far: isFar(facts),
    duplicate: facts.seenBefore,
    reused: facts.reused ?? false,
    blurred: isBlurred(facts),
    dark: isDark(facts),
    label_mismatch: isOtherLabel(facts),
  }
  return pictureFlags.filter((flag) => raised[flag])
}
