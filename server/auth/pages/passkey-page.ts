import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { text } from '../../kernel/texts.ts'
import { mostName } from '../passkeys.ts'
import { escapeHtml } from './html.ts'
import { page } from './page.ts'

export type PasskeyFault =
  | 'foreign'
  | 'unproven'
  | 'copied'
  | 'code'
  | 'expired'
  | 'limited'
  | 'not_made'
  | 'due'
  | 'name'

interface Shown {
  nonce: string
  version: string
  fault?: PasskeyFault | undefined
  /** Seconds to wait before the next try. */
  waitS?: number | undefined
}

const say = (key: string, values: Record<string, string | number> = {}) => escapeHtml(text(`issuer.${key}`, values))

/** Encodes data for and from the authenticator; sets the global SimpleWebAuthnBrowser. */
const libraryFile = import.meta
  .resolve('@simplewebauthn/browser')
  .replace(/\/(?:esm|script)\/index\.js$/, '/dist/bundle/index.umd.min.js')
let library: string | undefined
const readLibrary = () => (library ??= readFileSync(fileURLToPath(libraryFile), 'utf8'))

/** Calls the authenticator when the button is pressed and submits its answer; shows errors. */
const ask = `
(()=>{const {startAuthentication:get,startRegistration:make,browserSupportsWebAuthn:can}=SimpleWebAuthnBrowser;
const form=document.querySelector('form[data-options]'),button=form.querySelector('.enter'),fault=document.getElementById('fault');
const tell=what=>{const p=document.createElement('p');p.className='fault';p.textContent=form.dataset[what];fault.replaceChildren(p)};
history.replaceState(null,'',location.href);
if(!can()){tell('without');button.disabled=true;return}
form.addEventListener('submit',async event=>{
if(event.submitter!==button)return;
event.preventDefault();
if(!form.reportValidity()||button.disabled)return;
button.disabled=true;
try{const optionsJSON=JSON.parse(form.dataset.options);
form.elements.response.value=JSON.stringify(await(form.dataset.makes?make:get)({optionsJSON}));
form.submit()}catch(error){button.disabled=false;tell(error.name==='InvalidStateError'?'twice':'stopped')}})})()`

const copy = `
(()=>{history.replaceState(null,'',location.href);
const button=document.querySelector('.copy');if(!navigator.clipboard)return;button.hidden=false;
button.addEventListener('click',async()=>{await navigator.clipboard.writeText([...document.querySelectorAll('.codes li')].map(one=>one.textContent).join('\\n'));
button.textContent=button.dataset.done})})()`

function faultOf({ fault, waitS = 0 }: Shown): string {
  if (fault === undefined) return ''
  const message = say(`passkey.fault.${fault}`, { minutes: Math.max(1, Math.ceil(waitS / 60)) })
  return `<p class="fault">${message}</p>`
}

const alert = (shown: Shown) => `<div id="fault" role="alert" aria-live="assertive">${faultOf(shown)}</div>`

/** The form whose button calls the authenticator; `data-` attributes hold the script's texts. */
const keyForm = (options: object, more: string, inside: string) =>
  `<form method="post" data-options="${escapeHtml(JSON.stringify(options))}" data-without="${say('passkey.without')}"
 data-stopped="${say('passkey.stopped')}" data-twice="${say('passkey.twice')}"${more}>${inside}
<input type="hidden" name="response"><noscript><p class="said">${say('passkey.script')}</p></noscript>`

const other = (act: string, label: string) =>
  `<button class="other" type="submit" name="act" value="${act}" formnovalidate>${say(label)}</button>`

function whole(shown: Shown, title: string, main: string, script: string): string {
  const heading = shown.fault === undefined ? text(`issuer.${title}`) : text('issuer.fault_title')
  return page({ nonce: shown.nonce, version: shown.version, title: heading, main, script })
}

/** Asks for a passkey, or for a recovery code after the password. */
export function passkeyPage(shown: Shown & { options: object; known: boolean }): string {
  const { options, known } = shown
  const recovery = `<details class="recovery"${shown.fault === 'code' ? ' open' : ''}><summary>${say('passkey.lost')}</summary>
<form method="post"><input type="hidden" name="act" value="code"><div class="field"><label for="code">${say('passkey.code')}</label>
<input id="code" name="code" autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="40" required></div>
<p class="hint">${say('passkey.code.hint')}</p><button class="other" type="submit">${say('passkey.code.use')}</button></form></details>`
  const main = `<h1 class="long">${say('passkey.title')}</h1><p class="said">${say(known ? 'passkey.lead' : 'passkey.lead_first')}</p>
${keyForm(options, '', alert(shown))}<div class="act"><button class="enter" type="submit" autofocus>${say('passkey.use')}</button>
${other('cancel', 'passkey.cancel')}</div></form>${known ? recovery : ''}`
  return whole(shown, 'passkey.title', main, readLibrary() + ask)
}

interface NewPasskeyPage {
  options: object
  email: string
  name: string
  /** Number of the person's passkeys. */
  has: number
  /** A passkey is mandatory. */
  due: boolean
}

/** Registers a passkey; a person with one can ask for new recovery codes here. */
export function newPasskeyPage(shown: Shown & NewPasskeyPage): string {
  const { options, email, name, has, due } = shown
  const lead = due ? 'passkey.new.due' : has > 0 ? 'passkey.new.more' : 'passkey.new.lead'
  const field = `<div class="field"><label for="name">${say('passkey.name')}</label><input id="name" name="name" autocomplete="off"
 maxlength="${mostName}" required value="${escapeHtml(name)}"></div><p class="hint">${say('passkey.new.of', { email })}</p>`
  const main = `<h1 class="long">${say('passkey.new.title')}</h1><p class="said">${say(lead)}</p>
${keyForm(options, ' data-makes="1"', alert(shown) + field)}<div class="act">
<button class="enter" type="submit">${say('passkey.new.make')}</button>
${has > 0 ? other('codes', 'passkey.new.codes') : ''}
${due ? other('cancel', 'passkey.cancel') : other('later', 'passkey.new.later')}</div></form>`
  return whole(shown, 'passkey.new.title', main, readLibrary() + ask)
}

/** New recovery codes, shown once. */
export function codesPage(shown: Shown & { codes: readonly string[] }): string {
  const rows = shown.codes.map((code) => `<li>${escapeHtml(code)}</li>`).join('')
  const main = `<h1 class="long">${say('codes.title')}</h1><p class="said">${say('codes.lead')}</p>
<ol class="codes" aria-label="${say('codes.title')}">${rows}</ol><form method="post"><div class="act">
<button class="other copy" type="button" hidden data-done="${say('codes.copied')}">${say('codes.copy')}</button>
<button class="enter" type="submit" name="act" value="later">${say('codes.kept')}</button></div></form>`
  return whole(shown, 'codes.title', main, copy)
}
