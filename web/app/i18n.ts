import i18next from 'i18next'
import type { HttpBackendOptions, RequestCallback } from 'i18next-http-backend'
import HttpBackend from 'i18next-http-backend'
import { early } from '../api/early.ts'
import { languageOf, supported } from './language.ts'

function request(_options: HttpBackendOptions, url: string, _payload: unknown, done: RequestCallback) {
  early('texts', () => fetch(url))
    .then(async (response) => done(null, { status: response.status, data: await response.text() }))
    .catch((error: unknown) => done(error, { status: 0, data: '' }))
}

/** Loads the texts. Without them the product still works: a missing text shows its key. */
export async function startTexts(): Promise<void> {
  await i18next.use(HttpBackend).init<HttpBackendOptions>({
    lng: languageOf(navigator.language),
    fallbackLng: 'es',
    supportedLngs: [...supported],
    nsSeparator: false,
    keySeparator: false,
    interpolation: { escapeValue: false },
    // Once more, and then the screen is shown with its keys: nobody waits before an empty page.
    maxRetries: 1,
    backend: { loadPath: `${import.meta.env.BASE_URL}assets/i18n/{{lng}}.json`, request },
  })
}
