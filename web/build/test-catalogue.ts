/** The Spanish catalogue as the application loads it, for unit tests of what people read. */
import i18next from 'i18next'
import { readFileSync } from 'node:fs'

export async function loadCatalogue(): Promise<void> {
  const texts: unknown = JSON.parse(readFileSync(new URL('../assets/i18n/es.json', import.meta.url), 'utf8'))
  await i18next.init({
    lng: 'es',
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
    resources: { es: { translation: texts as Record<string, string> } },
  })
}
