import { Problem } from '@hilo/domain/problem.ts'
import { twiceDetail, unknownDetail } from '../validation.ts'

/** Most levels of nested objects and arrays. */
const maxDepth = 16
export const forbiddenKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])
/** A character that no text of the database can store. */
const nul = /(?<!\\)(?:\\\\)*\\u0000/
const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g

/**
 * JSON as the wire permits it: at most 16 levels, no NUL, no duplicate keys, no prototype keys. JSON.parse alone keeps the
 * last of two equal keys, so that two readers could see different requests.
 * @throws Problem SYNTAX_ERROR_IN_REQUEST, VALIDATION
 */
export function parseStrictJson(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Problem('SYNTAX_ERROR_IN_REQUEST')
  }
  if (nul.test(text)) throw new Problem('SYNTAX_ERROR_IN_REQUEST')
  checkDepthAndKeys(text)
  return value
}

/** Checks depth and keys of valid JSON by its tokens: a string before a colon is a key. */
function checkDepthAndKeys(text: string): void {
  const open: (Set<string> | null)[] = []
  let last = ''
  for (const [token] of text.matchAll(tokens)) {
    if (token === '{' || token === '[') {
      open.push(token === '{' ? new Set() : null)
      if (open.length > maxDepth) throw new Problem('SYNTAX_ERROR_IN_REQUEST')
    } else if (token === '}' || token === ']') {
      open.pop()
    } else if (token === ':') {
      const key: unknown = JSON.parse(last)
      const keys = open.at(-1)
      if (typeof key !== 'string' || !keys) throw new Problem('SYNTAX_ERROR_IN_REQUEST')
      if (keys.has(key)) throw new Problem('VALIDATION', { details: [twiceDetail(key)] })
      if (forbiddenKeys.has(key)) throw new Problem('VALIDATION', { details: [unknownDetail(key)] })
      keys.add(key)
    }
    last = token
  }
}
