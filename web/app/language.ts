export const supported = ['es'] as const
export type Language = (typeof supported)[number]

/** The device's code cut at the hyphen, in lower case; what is longer than two letters or not supported becomes `es`. */
export function languageOf(device: string | undefined): Language {
  const code = (device ?? '').split('-', 1)[0]?.toLowerCase() ?? ''
  return supported.find((language) => code.length <= 2 && language === code) ?? 'es'
}
