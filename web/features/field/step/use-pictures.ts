import { isProvenBy, whyUnproven, type Evidence } from '@hilo/domain/field-steps.ts'
import { bindingOf, type Binding, type BoundPicture, type Unproven } from '@hilo/domain/picture-binding.ts'
import { labelKind } from '@hilo/domain/status.ts'
import { useEffect, useMemo, useRef, useState } from 'react'
import { completionWaitMs, type Operation } from '../../../offline/operation.ts'
import { outbox } from '../../../offline/outbox.ts'
import {
  faultOf,
  takePicture,
  type Doubt,
  type PictureFault,
  type Shot,
  type TakenPicture,
} from '../../../offline/picture.ts'
import type { Ocr } from '../../../offline/read-label.ts'
import { useOutbox } from '../../../offline/use-outbox.ts'
import { dueLabels, otherLabel, publishLabel } from './label-read.ts'
import { picturesOf } from './next-act.ts'
import { whereAmI } from '../position.ts'
import { stepOf } from '../work.ts'
import type { StepForm } from './use-step.ts'

/** Upload path; the outbox keeps the bytes until the server confirms them by hash. */
const path = 'admin_vno/enrollments/pictures/upload'
/** Longest wait of a stored picture for its position before it is sent, ms. */
const placeMs = 1500
/** Longest wait for its label reading, ms; a later reading still fills an empty field. */
const readMs = 4000
const labels: readonly unknown[] = [labelKind.is.ctoLabel, labelKind.is.dropLabel]

/** Label read in a picture of a label kind; null for other kinds. */
async function readingOf(kind: Evidence['label_kind'], picture: Blob): Promise<Ocr | null> {
  if (!labels.includes(kind)) return null
  return import('../../../offline/read-label.ts').then(({ readLabel }) => readLabel(picture)).catch(() => null)
}
const soon = <T>(what: Promise<T>, ms: number) =>
  Promise.race([what, new Promise<null>((resolve) => setTimeout(() => resolve(null), ms))])

/** Question about a picture just taken. A doubtful picture is already stored, and is used unless it is discarded. */
export type Question =
  | { kind: 'doubt'; doubt: Doubt; picture: Blob; settle: (use: boolean) => Promise<void> }
  /** The picture shows another label than the expected one. */
  | { kind: 'label'; read: string; due: string; picture: Blob; settle: (use: boolean) => Promise<void> }
  | { kind: 'fault'; fault: PictureFault | null }

/** A picture on this device. */
export interface HeldPicture {
  operation: Operation
  url: string | null
  /** False if the picture may not have been taken now. */
  camera: boolean
}

export interface StepPicture {
  evidence: Evidence
  taken: boolean
  /** Latest picture on this device; null if only the server has one. */
  preview: string | null
  held: readonly HeldPicture[]
  /** Why the picture that exists does not count; null if it does, or if there is none. */
  unproven: Unproven | null
}

const kindOf = ({ query }: Operation) => query['label_kind'] ?? null

/** A picture on the server. */
interface KnownPicture extends BoundPicture {
  taken_at?: string | null
}
/** Binding of a picture: the server's once sent, because completing the step binds it there. */
function asKnown({ query, state }: Operation, pictures: readonly KnownPicture[]): BoundPicture {
  const at = Date.parse(String(query['taken_at']))
  const known = state === 'sent' && pictures.find((one) => Date.parse(one.taken_at ?? '') === at)
  const own: BoundPicture = { label_kind: Number(query['label_kind'] ?? 0), bound: query['bound'] as Binding | null }
  return known || own
}

/** State of one required picture, from the device's and the server's pictures. */
function standing(
  { evidence, taken }: ReturnType<typeof picturesOf>[number],
  held: readonly HeldPicture[],
  pictures: readonly KnownPicture[],
  at: Parameters<typeof isProvenBy>[2],
): StepPicture {
  const ofKind = held.filter(({ operation }) => kindOf(operation) === evidence.label_kind)
  const own = ofKind.filter(({ operation }) => isProvenBy(asKnown(operation, pictures), evidence, at))
  const proven = taken || own.length > 0
  const all = [...pictures, ...ofKind.map(({ operation }) => asKnown(operation, pictures))]
  const unproven = proven ? null : whyUnproven(all, evidence, at)
  return { evidence, taken: proven, preview: own.at(-1)?.url ?? null, held: own, unproven }
}

/** Pictures of a step: required ones, existing ones, and taking one. */
export function usePictures(form: StepForm) {
  const { work, step, data, facts } = form
  const [busy, setBusy] = useState(false)
  const operations = useOutbox()
  const pictures = stepOf(work, step).pictures as readonly KnownPicture[]
  const port = facts.port ?? work.port_number
  const context = { workKind: work.work_kind ?? 'mantenimiento', ctoType: facts.ctoType }
  const due = picturesOf({ step, data, context, pictures, port, extra: work.extra })
  const stored = useMemo(
    () =>
      operations.filter(
        (one) =>
          one.path === path &&
          one.state !== 'rejected' &&
          one.query['step'] === step &&
          one.query['signature'] !== true &&
          one.group === String(work.id),
      ),
    [operations, step, work.id],
  )
  const urls = useUrls(stored)
  const held = stored.map((operation, at): HeldPicture => {
    return { operation, url: urls[at] ?? null, camera: operation.query['camera'] !== false }
  })
  const all = due.map((one) => standing(one, held, pictures, { step, data, port }))
  const keep = async ({ label_kind }: Evidence, { blob, doubt, ...said }: TakenPicture) => {
    const bound = bindingOf(step, label_kind, data, port)
    const query = { event_id: work.id, step, label_kind, bound, ...said }
    const ripens = doubt === null && !labels.includes(label_kind) ? completionWaitMs.more : completionWaitMs.answer
    return (await outbox.enqueue({ path, query, files: { picture: blob }, ripens })).client_request_id
  }
  /** Adds position and label reading to a stored picture, if they arrive in time. */
  const complete = async (id: string, reading: Promise<Ocr | null>) => {
    const [position, ocr] = await Promise.all([whereAmI(placeMs), soon(reading, readMs)])
    await outbox.ripen(id, { ...(position && { position }), ...(ocr && { ocr }) })
  }
  /** Takes a picture and returns the question that it raises; without one the picture is sent. */
  const take = async (evidence: Evidence, shot: Shot): Promise<Question | null> => {
    setBusy(true)
    try {
      const picture = await takePicture(shot)
      const id = await keep(evidence, picture)
      const reading = readingOf(evidence.label_kind, picture.blob)
      void reading.then((read) => read?.value && publishLabel(work.id, step, read.value))
      const finish = () => complete(id, reading)
      const settle = (used: boolean) => (used ? finish() : outbox.giveUp({ client_request_id: id }))
      if (picture.doubt) return { kind: 'doubt', doubt: picture.doubt, picture: picture.blob, settle }
      const read = (await soon(reading, readMs))?.value
      const due = read && otherLabel(read, dueLabels(form))
      if (due) return { kind: 'label', read, due, picture: picture.blob, settle }
      void finish()
      return null
    } catch (error) {
      return { kind: 'fault', fault: faultOf(error) }
    } finally {
      setBusy(false)
    }
  }
  return { all, busy, take }
}

/** Object URLs of pictures while they are shown; the URL of a picture is stable when others are added. */
function useUrls(stored: readonly Operation[]): readonly (string | null)[] {
  const [urls, setUrls] = useState<ReadonlyMap<string, string>>(new Map())
  const made = useRef<ReadonlyMap<string, string>>(new Map())
  const key = stored.map(({ client_request_id }) => client_request_id).join()
  useEffect(() => {
    const before = made.current
    const now = new Map<string, string>()
    for (const { client_request_id: id, files } of stored)
      if (files['picture']) now.set(id, before.get(id) ?? URL.createObjectURL(files['picture']))
    for (const [id, url] of before) if (!now.has(id)) URL.revokeObjectURL(url)
    made.current = now
    setUrls(now)
    // Each read of the store yields new objects for the same pictures, so depend on their ids.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key])
  useEffect(
    () => () => {
      for (const url of made.current.values()) URL.revokeObjectURL(url)
      made.current = new Map()
    },
    [],
  )
  return stored.map(({ client_request_id }) => urls.get(client_request_id) ?? null)
}
