import * as z from 'zod/mini'
import { id } from './wire.ts'

/** What every call that takes a table has in common: the file, the trial run, and the answer row by row. */

/** The table travels as the file part `file`. */
export const loadFiles = { file: { maxBytes: 50 << 20 } } as const

/** Everything is checked and nothing changed. */
export const preview = z.optional(z.boolean())

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
      }),
    ),
    /** CSV with the result of every row. */
    result_file_id: id,
  }),
})
export type LoadAnswer = z.infer<typeof loadAnswer>
export type RowResult = LoadAnswer['record']['results'][number]
