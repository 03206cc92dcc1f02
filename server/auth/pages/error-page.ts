import { text } from '../../http/texts.ts'
import { escapeHtml } from './html.ts'
import { page } from './page.ts'

export interface ErrorPage {
  nonce: string
  version: string
  /** The protocol's own code: decides the sentence and is shown for whoever is asked for help. */
  code: string
  /** Where to begin again. */
  again: string
}

function sentence(code: string): string {
  if (code === 'session_expired') return text('issuer.error.expired')
  if (code === 'access_denied') return text('issuer.error.denied')
  if (code === 'limited') return text('issuer.error.limited')
  if (code === 'server_error' || code === 'temporarily_unavailable') return text('issuer.error.server')
  return text('issuer.error.request')
}

/** What a person sees when a sign-in cannot go on: what happened, and the way to begin again. */
export function errorPage({ nonce, version, code, again }: ErrorPage): string {
  const main = `<h1 class="long">${escapeHtml(text('issuer.error.title'))}</h1>
<p class="said">${escapeHtml(sentence(code))}</p>
<div class="act"><a class="enter" href="${escapeHtml(again)}">${escapeHtml(text('issuer.error.again'))}</a></div>`
  return page({ nonce, version, title: text('issuer.error.title'), main })
}
