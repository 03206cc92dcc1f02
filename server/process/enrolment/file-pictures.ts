/** Pictures of an archive of enrolments: which row each belongs to, and what is said of those that are not stored. */
import { normalLabel } from '@hilo/domain/enrollment.ts'
import { text } from '../../kernel/texts.ts'
import type { PackedFile } from '../../load/table.ts'

const labelIn = ({ name }: PackedFile) => name.replace(/\.[^.]+$/, '')

/** Shortest part of a file name that may be meant as a label. */
const shortestPart = 5

/** Parts of a file name that may be meant as its label: `D28-104-5` of `D28-104-5 (1)` and of `D28-104-5_etiqueta`. */
function partsOf(name: string): string[] {
  const parts = name.toUpperCase().split(/[^A-Z0-9-]+/)
  return parts.flatMap((one) => [one, one.replace(/-[A-Z]+$/, '')]).filter((one) => one.length >= shortestPart)
}

/** What became of the picture of a row. */
export interface Pictured {
  /** Its enrolment has a picture. */
  pictured: boolean
  /** The archive has one that was not stored. */
  spare: boolean
}

export class FilePictures {
  readonly #all: readonly PackedFile[]
  readonly #byLabel: ReadonlyMap<string, readonly PackedFile[]>
  /** By a part of the file name. */
  readonly #byPart = new Map<string, PackedFile>()
  /** By the label of each row. */
  readonly #chosen = new Map<string, PackedFile | undefined>()

  constructor(pictures: readonly PackedFile[]) {
    this.#all = pictures
    this.#byLabel = Map.groupBy(pictures, (one) => normalLabel(labelIn(one)))
    for (const one of pictures)
      for (const part of partsOf(labelIn(one))) if (one.accepted && !this.#byPart.has(part)) this.#byPart.set(part, one)
  }

  /** The picture of a row: of several with its label the first of the archive. */
  of(label: string): PackedFile | undefined {
    const named = normalLabel(label)
    const found = this.#byLabel.get(named)?.find(({ accepted }) => accepted)
    this.#chosen.set(named, found)
    return found
  }

  /** Why a row has no picture, as far as the archive has any; or that it has several. */
  doubts(label: string, { pictured, spare }: Pictured): string[] {
    const named = normalLabel(label)
    const own = this.#byLabel.get(named) ?? []
    const kept = own.find(({ accepted }) => accepted)
    const names = own.flatMap((one) => (one === kept ? [] : [`«${one.entry}»`])).join(', ')
    if (kept && spare) return [text('load.picture.late', { name: kept.entry })]
    if (kept) return names === '' ? [] : [text('load.picture.several', { kept: kept.entry, names })]
    if (pictured || this.#all.length === 0) return []
    if (names !== '') return [text('load.picture.row_format', { names })]
    const near = this.#byPart.get(named)
    return [near ? text('load.picture.near', { name: near.entry, label: named }) : text('load.picture.none')]
  }

  /** Each picture that no row has taken, with the reason. Complete after `of` was asked for every row. */
  leftOver(): string[] {
    const taken = new Set(this.#chosen.values())
    return this.#all.filter((one) => !taken.has(one)).map((one) => this.#whyLeft(one))
  }

  #whyLeft(one: PackedFile): string {
    const { entry: name, accepted } = one
    if (!accepted) return text('load.picture.format', { name })
    const kept = this.#chosen.get(normalLabel(labelIn(one)))
    return kept ? text('load.picture.second', { name, kept: kept.entry }) : text('load.picture.unmatched', { name })
  }
}
