import * as z from 'zod/mini'
import { id } from './wire.ts'

/** What every call that takes a table has in common: the file, the trial run, and the answer row by row. */

/** The table travels as the file part `file`. */
export const loadFiles = { file: { maxBytes: 50 << 20 } } as const

/** Everything is checked and nothing changed. */
export const preview = z.optional(z.boolean())

/** Columns of the file to ignore, by their heading as written. Without it an unknown heading refuses the file. */
export const ignoreColumns = z.optional(
  z
    .array(z.string().check(z.minLength(1), z.maxLength(200)))
    .check(z.maxLength(100), z.describe('Columnas del archivo que no se cargan, como están escritas en él')),
)

/** One sentence for all cells of a column that were taken and still look wrong. */
const warning = z.strictObject({
  /** Wire name; the head in the file where it is of a column that is not loaded; '' of the file as a whole. */
  column: z.string(),
  code: z.string(),
  message: z.string(),
  /** Cells, or rows where it is about a whole row. */
  count: z.int(),
  /** The first 20 lines. */
  lines: z.array(z.int()),
})

export const loadAnswer = z.strictObject({
  /** 2: no row could be taken. */
  result_flag: z.literal([1, 2]),
  record: z.strictObject({
    preview: z.boolean(),
    rows_total: z.int(),
    rows_ok: z.int(),
    rows_error: z.int(),
    /** At most 200, those with an error first to be kept, in the order of their lines. All of them are in the file. */
    results: z.array(
      z.strictObject({
        line: z.int(),
        ok: z.boolean(),
        /** `CREATED`, `UPDATED` or `UNCHANGED`; else why not. */
        code: z.string(),
        message: z.string(),
        id: z.optional(id),
        /** The row was taken, and something about it looks wrong. */
        warned: z.optional(z.boolean()),
        /** In a trial run, by wire name: what would be kept as the lists show it; of a refused row, its cells. */
        values: z.optional(z.record(z.string(), z.string())),
      }),
    ),
    /** Columns that the file has, in its order: wire name and head as the file writes it. */
    columns: z.array(z.strictObject({ name: z.string(), head: z.string() })),
    warnings: z.array(warning),
    /** CSV with the result of every row. */
    result_file_id: id,
  }),
})
export type LoadAnswer = z.infer<typeof loadAnswer>
export type RowResult = LoadAnswer['record']['results'][number]
export type LoadWarning = LoadAnswer['record']['warnings'][number]
