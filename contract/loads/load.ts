import * as z from 'zod/mini'
import { id } from '../wire.ts'

/** Common to every call that loads a table: the file, the dry run, and the result row by row. */

/** The table is sent as the file part `file`. */
export const loadFiles = { file: { maxBytes: 50 << 20 } } as const

/** Dry run: everything is validated and nothing changed. */
export const preview = z.optional(z.boolean())

/** Columns of the file to ignore, by their headers as written. Otherwise an unknown header rejects the file. */
export const ignoreColumns = z.optional(
  z
    .array(z.string().check(z.minLength(1), z.maxLength(200)))
    .check(z.maxLength(100), z.describe('Columnas del archivo que no se cargan, como están escritas en él')),
)

/** One warning for all accepted cells of a column that look wrong. */
const warning = z.strictObject({
  /** Wire name of the column; its header in the file if the column is not loaded; '' for the file as a whole. */
  column: z.string(),
  code: z.string(),
  message: z.string(),
  /** Number of cells, or of rows if it concerns whole rows. */
  count: z.int(),
  /** The first 20 line numbers. */
  lines: z.array(z.int()),
})

/** One error of a refused row. */
const rowError = z.strictObject({
  /** Wire name of the column; '' for the row as a whole. */
  column: z.string(),
  /** Header of the column as the file writes it, else as the help does; '' for the row as a whole. */
  head: z.string(),
  code: z.string(),
  message: z.string(),
})

export const loadAnswer = z.strictObject({
  /** 2: every row was rejected. */
  result_flag: z.literal([1, 2]),
  record: z.strictObject({
    preview: z.boolean(),
    rows_total: z.int(),
    rows_ok: z.int(),
    rows_error: z.int(),
    /** The accepted rows by what was done with them, or would be in a dry run. */
    rows_created: z.int(),
    rows_updated: z.int(),
    rows_unchanged: z.int(),
    /** At most 200: rows with an error are kept first, in line order. The result file has all rows. */
    results: z.array(
      z.strictObject({
        line: z.int(),
        ok: z.boolean(),
        /** `CREATED`, `UPDATED` or `UNCHANGED`; otherwise the reason of the rejection. */
        code: z.string(),
        message: z.string(),
        id: z.optional(id),
        /** Of a rejected row: all its errors, as far as they do not depend on each other. */
        errors: z.optional(z.array(rowError)),
        /** The row was accepted with a warning. */
        warned: z.optional(z.boolean()),
        /**
         * In a dry run, by wire name: the values to be stored, formatted as in the lists; for a rejected row, its
         * cells.
         */
        values: z.optional(z.record(z.string(), z.string())),
      }),
    ),
    /** Columns of the file in order: wire name, and header as written. */
    columns: z.array(z.strictObject({ name: z.string(), head: z.string() })),
    warnings: z.array(warning),
    /** CSV with the result of every row. */
    result_file_id: id,
    /**
     * XLSX with the rows as they were loaded, and two columns in front that say in Spanish what happens with each; it can be
     * mended and loaded again. Only its author downloads it, for one day.
     */
    sheet_file_id: id,
  }),
})
export type LoadAnswer = z.infer<typeof loadAnswer>
export type RowError = z.infer<typeof rowError>
export type RowResult = LoadAnswer['record']['results'][number]
export type LoadWarning = LoadAnswer['record']['warnings'][number]
