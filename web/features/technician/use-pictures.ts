import { shows, type Evidence } from '@hilo/domain/field-steps.ts'
import { bindingOf, isOfKind, type Binding, type BoundPicture } from '@hilo/domain/picture-binding.ts'
import { labelKind } from '@hilo/domain/status.ts'
import { useEffect, useMemo, useRef, useState } from 'react'
import { ripeAfter, type Operation } from '../../offline/operation.ts'
import { outbox } from '../../offline/outbox.ts'
import {
  faultOf,
  takePicture,
  type Doubt,
  type PictureFault,
  type Shot,
  type TakenPicture,
} from '../../offline/picture.ts'
import type { Ocr } from '../../offline/read-label.ts'
import { useOutbox } from '../../offline/use-outbox.ts'
import { dueLabels, otherLabel, tellLabel } from './label-read.ts'
import { picturesOf } from './next-act.ts'
import { whereAmI } from './position.ts'
import { stepOf } from './work.ts'
import type { StepForm } from './use-step.ts'

/** Upload of a picture; the outbox keeps the bytes until the server has them and their hash. */
const path = 'admin_vno/enrollments/pictures/upload'
/** A picture lies on the device by then, and does not wait longer to travel for its place, ms. */
const placeMs = 1500
/** Nor for what is printed on it; a reading that comes later still fills an empty field. */
const readMs = 4000
const labels: readonly unknown[] = [labelKind.is.ctoLabel, labelKind.is.dropLabel]

/** What is printed on a label, if this is a picture of one. */
async function readingOf(kind: Evidence['label_kind'], picture: Blob): Promise<Ocr | null> {
  if (!labels.includes(kind)) return null
  return import('../../offline/read-label.ts').then(({ readLabel }) => readLabel(picture)).catch(() => null)
}
const soon = <T>(what: Promise<T>, ms: number) =>
  Promise.race([what, new Promise<null>((resolve) => setTimeout(() => resolve(null), ms))])

/** Something to be said of a picture just taken. One in doubt is kept already; it is used unless it is dropped. */
export type Question =
  | { kind: 'doubt'; doubt: Doubt; picture: Blob; settle: (use: boolean) => Promise<void> }
  /** Another label stands in the picture than the one that is due. */
  | { kind: 'label'; read: string; due: string; picture: Blob; settle: (use: boolean) => Promise<void> }
  | { kind: 'fault'; fault: PictureFault | null }

/** A picture that this device holds. */
export interface HeldPicture {
  operation: Operation
  url: string | null
  /** False for one that may not be of now. */
  camera: boolean
}

export interface StepPicture {
  evidence: Evidence
  taken: boolean
  /** Of the picture taken last on this device; null for one that only the server has. */
  preview: string | null
  held: readonly HeldPicture[]
  /** There is one, and it is of another figure or port. */
  stale: boolean
}

const kindOf = ({ query }: Operation) => query['label_kind'] ?? null

/** A picture as the server holds it. */
interface KnownPicture extends BoundPicture {
  taken_at?: string | null
}
/** What the server knows of a picture once it has arrived counts: it was bound when its step was done. */
function asKnown({ query, state }: Operation, pictures: readonly KnownPicture[]): BoundPicture {
  const at = Date.parse(String(query['taken_at']))
  const known = state === 'sent' && pictures.find((one) => Date.parse(one.taken_at ?? '') === at)
  const own: BoundPicture = { label_kind: Number(query['label_kind'] ?? 0), bound: query['bound'] as Binding | null }
  return known || own
}

/** Where a piece of evidence stands with what the device holds and the server knows. */
function standing(
  { evidence, taken }: ReturnType<typeof picturesOf>[number],
  held: readonly HeldPicture[],
  pictures: readonly KnownPicture[],
  at: Parameters<typeof shows>[2],
): StepPicture {
  const ofKind = held.filter(({ operation }) => kindOf(operation) === evidence.label_kind)
  const own = ofKind.filter(({ operation }) => shows(asKnown(operation, pictures), evidence, at))
  const proven = taken || own.length > 0
  const any = ofKind.length > 0 || pictures.some((one) => isOfKind(one, evidence.label_kind))
  return { evidence, taken: proven, preview: own.at(-1)?.url ?? null, held: own, stale: any && !proven }
}

/** The pictures of a step: which it asks for, which are there, and the way to take one. */
export function usePictures(form: StepForm) {
  const { work, step, data, facts } = form
  const [busy, setBusy] = useState(false)
  const operations = useOutbox()
  const pictures = stepOf(work, step).pictures as readonly KnownPicture[]
  const port = facts.port ?? work.port_number
  const context = { workKind: work.work_kind ?? 'mantenimiento', ctoType: facts.ctoType }
  const due = picturesOf({ step, data, context, pictures, port, extra: work.extra })
  const kept = useMemo(
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
  const urls = useUrls(kept)
  const held = kept.map((operation, at): HeldPicture => {
    return { operation, url: urls[at] ?? null, camera: operation.query['camera'] !== false }
  })
  const all = due.map((one) => standing(one, held, pictures, { step, data, port }))
  const keep = async ({ label_kind }: Evidence, { blob, doubt, ...said }: TakenPicture) => {
    const bound = bindingOf(step, label_kind, data, port)
    const query = { event_id: work.id, step, label_kind, bound, ...said }
    const ripens = doubt === null && !labels.includes(label_kind) ? ripeAfter.more : ripeAfter.answer
    return (await outbox.enqueue({ path, query, files: { picture: blob }, ripens })).client_request_id
  }
  /** Where it was taken and what is printed on it, which it travels with where that is known in time. */
  const complete = async (id: string, reading: Promise<Ocr | null>) => {
    const [position, ocr] = await Promise.all([whereAmI(placeMs), soon(reading, readMs)])
    await outbox.ripen(id, { ...(position && { position }), ...(ocr && { ocr }) })
  }
  /** Answers what there is to ask about it, if anything; without a question it is kept. */
  const take = async (evidence: Evidence, shot: Shot): Promise<Question | null> => {
    setBusy(true)
    try {
      const picture = await takePicture(shot)
      const id = await keep(evidence, picture)
      const reading = readingOf(evidence.label_kind, picture.blob)
      void reading.then((read) => read?.value && tellLabel(work.id, step, read.value))
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

/** Addresses of the pictures' bytes for as long as they are shown; a picture keeps its own when another comes. */
function useUrls(kept: readonly Operation[]): readonly (string | null)[] {
  const [urls, setUrls] = useState<ReadonlyMap<string, string>>(new Map())
  const made = useRef<ReadonlyMap<string, string>>(new Map())
  const key = kept.map(({ client_request_id }) => client_request_id).join()
  useEffect(() => {
    const before = made.current
    const now = new Map<string, string>()
    for (const { client_request_id: id, files } of kept)
      if (files['picture']) now.set(id, before.get(id) ?? URL.createObjectURL(files['picture']))
    for (const [id, url] of before) if (!now.has(id)) URL.revokeObjectURL(url)
    made.current = now
    setUrls(now)
    // The same pictures come back as new objects after each reading of the store.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key])
  useEffect(
    () => () => {
      for (const url of made.current.values()) URL.revokeObjectURL(url)
      made.current = new Map()
    },
    [],
  )
  return kept.map(({ client_request_id }) => urls.get(client_request_id) ?? null)
}
