import { text } from '../../kernel/texts.ts'
import type { DemonstrationAccount } from '../demonstration.ts'
import { escapeHtml } from './html.ts'
import { page } from './page.ts'

export type LoginFault = 'empty' | 'wrong' | 'limited' | 'busy'

interface LoginPage {
  nonce: string
  version: string
  /** Accounts of the demonstration, to choose from. */
  accounts: readonly DemonstrationAccount[]
  /** Address of the passkey page; null without passkeys. */
  passkeys: string | null
  /** Address typed before. */
  email: string
  /** Only for a chosen demonstration account. */
  password?: string
  fault?: LoginFault
  /** Seconds to wait before the next try. */
  waitS?: number
}

function faultText(fault: LoginFault, waitS: number): string {
  if (fault === 'empty') return text('issuer.fault.empty')
  if (fault === 'wrong') return text('issuer.fault.wrong')
  if (fault === 'busy') return text('issuer.fault.busy')
  return text('issuer.fault.limited', { minutes: Math.max(1, Math.ceil(waitS / 60)) })
}

/** After a refused form: going back or reloading sends no password again. */
const settle = `
history.replaceState(null,'',location.href);`

const showPassword = `
const field=document.querySelector('input[name=password]'),eye=document.querySelector('.eye');
eye.hidden=false;
eye.addEventListener('click',()=>{
const shown=field.type==='password';field.type=shown?'text':'password';eye.setAttribute('aria-pressed',String(shown));field.focus()});
field.form.addEventListener('submit',()=>{field.type='password'})`

const eye = `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M2.5 12C4.8 8 8.2 6 12 6s7.2 2 9.5 6c-2.3 4-5.7 6-9.5 6s-7.2-2-9.5-6Z"/>
<circle cx="12" cy="12" r="2.2"/><path class="slash" d="M4 20 20 4"/></svg>`

function demonstration({ accounts, email }: LoginPage): string {
  if (accounts.length === 0) return ''
  const items = accounts.map((account) => {
    const current = account.email === email ? ' aria-current="true"' : ''
    return `<li><a href="?cuenta=${encodeURIComponent(account.email)}"${current}>${escapeHtml(text(account.label))}</a></li>`
  })
  return `<section class="demo" aria-label="${escapeHtml(text('issuer.demo.title'))}">
<p><b>${escapeHtml(text('issuer.demo.title'))}.</b> ${escapeHtml(text('issuer.demo.lead'))}</p><ul>${items.join('')}</ul></section>`
}

function fields({ email, password, fault }: LoginPage): string {
  const invalid = fault === 'wrong' || fault === 'empty' ? ' aria-invalid="true" aria-describedby="fault"' : ''
  const focusPassword = email !== '' && password === undefined
  return `<div class="field"><label for="email">${escapeHtml(text('issuer.email'))}</label>
<input id="email" name="email" type="email" inputmode="email" autocomplete="username" autocapitalize="none" spellcheck="false"
 maxlength="254" required value="${escapeHtml(email)}"${invalid}${email === '' ? ' autofocus' : ''}></div>
<div class="field"><label for="password">${escapeHtml(text('issuer.password'))}</label>
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="128" required
 value="${escapeHtml(password ?? '')}"${invalid}${focusPassword ? ' autofocus' : ''}>
<button class="eye" type="button" hidden aria-pressed="false" aria-label="${escapeHtml(text('issuer.show_password'))}">${eye}</button></div>`
}

/** The issuer's page for address and password. Typed values stay, except the password. */
export function loginPage(shown: LoginPage): string {
  const { nonce, version, passkeys, password, fault, waitS = 0 } = shown
  const message = fault === undefined ? '' : escapeHtml(faultText(fault, waitS))
  const main = `<h1>${escapeHtml(text('app.name'))}</h1>
<p class="lead">${escapeHtml(text('issuer.lead'))}</p>
<form method="post" novalidate>
<div id="fault" role="alert" aria-live="assertive">${
    message &&
    `<p class="fault"><svg viewBox="0 0 12 12" aria-hidden="true"><path d="M6 0 12 6 6 12 0 6Z"/></svg>${message}</p>`
  }</div>
${fields(shown)}
<p class="ways"><a href="/password-reset">${escapeHtml(text('login.forgotten'))}</a><a href="/ayuda">${escapeHtml(text('help.link'))}</a></p>
${demonstration(shown)}
<div class="act"><button class="enter" type="submit"${password === undefined ? '' : ' autofocus'}>${escapeHtml(text('issuer.enter'))}</button>
${passkeys === null ? '' : `<a class="other" href="${escapeHtml(passkeys)}">${escapeHtml(text('issuer.passkey.instead'))}</a>`}</div>
</form>`
  const title = message === '' ? text('issuer.enter') : text('issuer.fault_title')
  return page({ nonce, version, title, main, script: settle + showPassword })
}
