/** Facts of a received picture: when it was taken, what it proves, its flags. */
import type { Input } from '@hilo/contract/index.ts'
import { portOf } from '@hilo/domain/field-steps.ts'
import { bindingOf, type Binding } from '@hilo/domain/picture-binding.ts'
import { flagsOf, type PictureFlag } from '@hilo/domain/picture.ts'
import { labelKind } from '@hilo/domain/status.ts'
import type { Image } from '../../files/image.ts'
import type { EventRow } from '../../process/event-row.ts'
import { stepOf } from '../../process/steps/step-row.ts'

type Asked = Input<'admin_vno/enrollments/pictures/upload'>

/** Context of a received picture. */
export interface Surroundings {
  code: string
  label: string
  lat: number
  lon: number
  now: Date
  real_now: Date
  seen_before: boolean
  reused: boolean
  port: number | null
}

/** The device's claim, else the camera's time if it has a UTC offset. */
function takenAt(asked: Asked, image: Image): Date | null {
  if (asked.taken_at !== undefined) return new Date(asked.taken_at)
  return image.takenAt !== null && /[+-]\d\d:\d\d$/.test(image.takenAt) ? new Date(image.takenAt) : null
}

/** The text read on a label, beside the expected one; null if either is unknown. */
function labelSeen({ steps }: EventRow, { label_kind: kind, ocr }: Asked, { code, label }: Surroundings) {
  const read = ocr?.value
  if (!read) return null
  if (kind === labelKind.is.ctoLabel) return { read, expected: [code, label] }
  const drop = stepOf(steps, 'drop_enrollment').data['drop_label_read']
  return kind === labelKind.is.dropLabel && typeof drop === 'string' ? { read, expected: [drop] } : null
}

/** What the picture proves: by the device's claim, else by the state of its step. */
function boundOf({ steps }: EventRow, { step, label_kind, bound }: Asked, port: number | null): Binding {
  const known = bindingOf(step, label_kind ?? null, stepOf(steps, step).data, portOf(steps) ?? port)
  const boundFields = bound && Object.fromEntries(Object.entries(bound).filter(([, value]) => value !== undefined))
  return { ...known, ...boundFields }
}

interface Judged {
  /** Null if there is no time. */
  taken: Date | null
  /** Minimum lead of the device's clock, ms. */
  ahead: number
  flags: PictureFlag[]
  bound: Binding
}

/** Signatures on white resemble each other, so photo flags do not apply to them. */
export function judged(event: EventRow, asked: Asked, image: Image, around: Surroundings): Judged {
  const taken = takenAt(asked, image)
  // A device time in the future proves at least this lead.
  const ahead = taken === null ? 0 : Math.max(0, taken.getTime() - around.real_now.getTime())
  const age = taken === null ? null : around.real_now.getTime() - taken.getTime()
  const now = around.now.getTime()
  const bound = boundOf(event, asked, around.port)
  if (asked.signature) return { taken, ahead, flags: [], bound }
  const flags = flagsOf({
    camera: asked.camera ?? true,
    takenAt: age === null ? null : now - age,
    // Work without coverage began before the server received it.
    startedAt: (event.started_at ?? event.created_at).getTime() - (event.offline_ms ?? 0),
    now,
    position: asked.position ?? null,
    box: { lat: around.lat, lon: around.lon },
    seenBefore: around.seen_before,
    reused: around.reused,
    sharpness: image.sharpness,
    brightness: image.brightness,
    label: labelSeen(event, asked, around),
  })
  return { taken, ahead, flags, bound }
}
