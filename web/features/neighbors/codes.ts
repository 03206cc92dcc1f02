/** Distinct codes of a pasted text, separated by lines, commas, semicolons or blanks, with or without quotes. */
export function codesOf(written: string): string[] {
  const found = written
    .split(/[\s,;"']+/)
    .map((code) => code.trim().toUpperCase())
    .filter((code) => code !== '' && code.length <= 64 && !/^(?:ACCESOS?|ACCESS|CODE|C[OÓ]DIGO)$/.test(code))
  return [...new Set(found)]
}
