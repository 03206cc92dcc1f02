/** Codes as people paste them: one below the other, with commas, semicolons, blanks or quotes; each once. */
export function codesOf(written: string): string[] {
  const found = written
    .split(/[\s,;"']+/)
    .map((code) => code.trim().toUpperCase())
    .filter((code) => code !== '' && code.length <= 64 && !/^(?:ACCESOS?|ACCESS|CODE|C[OÓ]DIGO)$/.test(code))
  return [...new Set(found)]
}
