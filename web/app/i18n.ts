import i18next from 'i18next'
import type { HttpBackendOptions, RequestCallback } from 'i18next-http-backend'
import HttpBackend from 'i18next-http-backend'
import { preloaded } from '../api/preloaded.ts'
import { withoutBreaks } from '../ui/unbroken.ts'
import { languageOf, supported } from './language.ts'

function request(_options: HttpBackendOptions, url: string, _payload: unknown, done: RequestCallback) {
  preloaded('texts', () => fetch(url))
    .then(async (response) => done(null, { status: response.status, data: withoutBreaks(await response.text()) }))
    .catch((error: unknown) => done(error, { status: 0, data: '' }))
}

/** Loads the text catalogue. Without it the product still works: missing texts show their keys. */
export async function startTexts(): Promise<void> {
  await i18next.use(HttpBackend).init<HttpBackendOptions>({
    lng: languageOf(navigator.language),
    fallbackLng: 'es',
    supportedLngs: [...supported],
    nsSeparator: false,
    keySeparator: false,
    interpolation: { escapeValue: false },
    // One retry, then the screen is shown with keys instead of staying empty.
    maxRetries: 1,
    backend: { loadPath: `${import.meta.env.BASE_URL}assets/i18n/{{lng}}.json`, request },
  })
}
