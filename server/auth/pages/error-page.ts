import { text } from '../../kernel/texts.ts'
import { escapeHtml } from './html.ts'
import { page } from './page.ts'

interface ErrorPage {
  nonce: string
  version: string
  /** The protocol's error code: selects the sentence, and is shown for support. */
  code: string
  /** Address for starting over. */
  again: string
}

function sentence(code: string): string {
  if (code === 'session_expired') return text('issuer.error.expired')
  if (code === 'access_denied') return text('issuer.error.denied')
  if (code === 'limited') return text('issuer.error.limited')
  if (code === 'server_error' || code === 'temporarily_unavailable') return text('issuer.error.server')
  return text('issuer.error.request')
}

/** Error page of a sign-in: what happened, and a link to start over. */
export function errorPage({ nonce, version, code, again }: ErrorPage): string {
  const main = `<h1 class="long">${escapeHtml(text('issuer.error.title'))}</h1>
<p class="said">${escapeHtml(sentence(code))}</p>
<div class="act"><a class="enter" href="${escapeHtml(again)}">${escapeHtml(text('issuer.error.again'))}</a></div>`
  return page({ nonce, version, title: text('issuer.error.title'), main })
}
