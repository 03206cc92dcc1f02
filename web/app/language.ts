export const supported = ['es'] as const
type Language = (typeof supported)[number]

/** Device language up to the hyphen, in lower case; unsupported or longer codes become `es`. */
export function languageOf(device: string | undefined): Language {
  const code = (device ?? '').split('-', 1)[0]?.toLowerCase() ?? ''
  return supported.find((language) => code.length <= 2 && language === code) ?? 'es'
}
