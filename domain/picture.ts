/** Doubts about a picture as evidence. None of them blocks the work: a flag leads to manual verification. */

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

interface PictureFacts {
  camera: boolean
  /** Milliseconds, all by the same clock; null if unknown. */
  takenAt: number | null
  startedAt: number
  now: number
  position: (Place & { accuracy_m?: number | null | undefined }) | null
  box: Place | null
  /** A similar picture was used before. */
  seenBefore: boolean
  /** The same bytes were sent for another step or intervention. */
  reused?: boolean
  /** Variance of the Laplacian at 512 px. */
  sharpness: number
  /** Mean luminance, 0 to 255. */
  brightness: number
  /** Label recognized in the picture, and the expected ones; null if none was recognized. */
  label: { read: string; expected: readonly string[] } | null
}

/** Tolerance around the intervention for differing clocks. */
const windowMs = 2 * 60_000
/** Maximum distance to the CTO, in metres. */
const near = 75
const nearWhenPoor = 150
const poorAccuracy = 50
const leastSharpness = 40
const leastBrightness = 40

/** Immediate checks on the device, before the picture is sent. */
export const isBlurred = ({ sharpness }: Pick<PictureFacts, 'sharpness'>) => sharpness < leastSharpness
export const isDark = ({ brightness }: Pick<PictureFacts, 'brightness'>) => brightness < leastBrightness
/** A position's accuracy is poor beyond this, in metres. */
export const isPoor = (accuracy: number | null | undefined) => accuracy == null || accuracy > poorAccuracy

/** Radius of the Earth, in metres, as in the distance queries of lists. */
const earth = 6_371_000

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Distance of two places on the sphere, in metres. */
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

/**
 * The flags of a picture, in their fixed order. A picture without a position is not `far`: there is no reception below
 * ground.
 */
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
