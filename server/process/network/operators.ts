import { vnoStatus } from '@hilo/domain/status.ts'
import type { Tx } from '../../kernel/sql/scope.ts'

/** Names of an operator in a file: its code, or its name as shown in lists and downloads. A code takes precedence. */
const selectOperators = `select v.id, k.word from unnest($1::text[]) k(word)
  join vno v on v.external_id = upper(regexp_replace(k.word, '\\s+', '', 'g')) or fold_name(v.name) = fold_name(k.word)
  where v.status = ${vnoStatus.is.enabled} or not $2 order by v.external_id = upper(regexp_replace(k.word, '\\s+', '', 'g'))`

/** Ids of operators by the codes or names in a file. */
export async function operatorsNamed(
  sql: Tx,
  words: readonly string[],
  only: { active: boolean },
): Promise<ReadonlyMap<string, number>> {
  if (words.length === 0) return new Map()
  const found = await sql.rows<{ id: number; word: string }>(selectOperators, [[...new Set(words)], only.active])
  return new Map(found.map(({ id, word }) => [word, id]))
}
