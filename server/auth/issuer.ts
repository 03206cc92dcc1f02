import { errors, interactionPolicy, Provider } from 'oidc-provider'
import type { ClientMetadata, Configuration } from 'oidc-provider'
import type { ParameterizedContext } from 'koa'
import type { Config } from '../config.ts'
import type { Database } from '../db/open.ts'
import type { Log } from '../log.ts'
import { postgresAdapter } from './adapter.ts'
import { embeddedIssuer, interactionPath, manageParameter, nativeClientId, webClientId } from './embedded.ts'
import { errorPage } from './pages/error-page.ts'
import { pagePolicy, newNonce } from './headers.ts'
import type { IssuerKeys } from './keys.ts'
import { redirects } from './redirects.ts'

function clients(publicUrl: URL, clientSecret: string): ClientMetadata[] {
  const { web, native, afterLogout } = redirects(publicUrl)
  const shared = {
    grant_types: ['authorization_code'],
    response_types: ['code'] as ['code'],
    id_token_signed_response_alg: 'ES256' as const,
    post_logout_redirect_uris: [afterLogout],
  }
  return [
    {
      ...shared,
      client_id: webClientId,
      client_secret: clientSecret,
      token_endpoint_auth_method: 'client_secret_basic',
      redirect_uris: [web],
    },
    {
      ...shared,
      client_id: nativeClientId,
      application_type: 'native',
      token_endpoint_auth_method: 'none',
      redirect_uris: native,
    },
  ]
}

/** Every sign-in asks for the password; our own two clients need no consent. */
function policy() {
  const prompts = interactionPolicy.base()
  prompts.remove('consent')
  const { Check } = interactionPolicy
  const check = new Check('password_each_time', 'the password is asked each time', (ctx) => !ctx.oidc.result?.login)
  prompts.get('login')?.checks.add(check)
  return prompts
}

/** Sign-out through the issuer: it stores no session, so our own clients are redirected without a question. */
async function signOut(provider: Provider, ctx: ParameterizedContext): Promise<boolean> {
  if (ctx.method !== 'GET' || ctx.path !== '/session/end') return false
  const { client_id: id, post_logout_redirect_uri: back, state } = ctx.query
  if (typeof id !== 'string' || typeof back !== 'string' || Array.isArray(state)) return false
  const client = await provider.Client.find(id)
  if (!client?.postLogoutRedirectUriAllowed(back)) return false
  await endSession(provider, ctx)
  const target = new URL(back)
  if (state) target.searchParams.set('state', state)
  ctx.status = 303
  ctx.redirect(target.href)
  return true
}

async function endSession(provider: Provider, ctx: ParameterizedContext): Promise<void> {
  const session = await provider.Session.get(ctx)
  if (session.jti) await session.destroy()
  ctx.cookies.set(provider.cookieName('session'), null, { overwrite: true, httpOnly: true, sameSite: 'lax' })
}

export interface IssuerParts {
  config: Config
  db: Database
  log: Log
  keys: IssuerKeys
}

/** Code flow with PKCE (S256) only, two clients, no optional features. */
function protocol({ config, db, keys }: IssuerParts): Configuration {
  return {
    adapter: postgresAdapter(db.app),
    jwks: keys.jwks,
    clients: clients(config.publicUrl, keys.clientSecret),
    responseTypes: ['code'],
    scopes: ['openid'],
    extraParams: [manageParameter],
    claims: { openid: ['sub'], acr: null, sid: null, auth_time: null, iss: null },
    clientAuthMethods: ['client_secret_basic', 'none'],
    enabledJWA: { idTokenSigningAlgValues: ['ES256', 'RS256'] },
    pkce: { required: () => true },
    clockTolerance: 0,
    allowOmittingSingleRegisteredRedirectUri: false,
    clientBasedCORS: () => false,
    expiresWithSession: async () => false,
    cookies: {
      keys: keys.cookies,
      names: { session: 'hilo_issuer', interaction: 'hilo_entry', resume: 'hilo_resume' },
      long: { httpOnly: true, sameSite: 'lax' },
      short: { httpOnly: true, sameSite: 'lax' },
    },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: true },
    },
    discovery: { ui_locales_supported: ['es'] },
    /** Seconds. */
    ttl: { AuthorizationCode: 60, AccessToken: 60, IdToken: 600, Interaction: 1800, Session: 1800, Grant: 1800 },
  }
}

/** The embedded OpenID provider, which stores only sign-ins in progress. */
export function openIssuer(parts: IssuerParts): Provider {
  const { config, log } = parts
  const finished = new WeakSet<object>()
  const provider = new Provider(embeddedIssuer(config.publicUrl), {
    ...protocol(parts),
    interactions: {
      policy: policy(),
      url: (_ctx, interaction) => interactionPath(interaction.uid),
    },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ sub }) }),
    async loadExistingGrant(ctx) {
      const clientId = ctx.oidc.client?.clientId
      const accountId = ctx.oidc.account?.accountId
      if (!clientId || !accountId) return undefined
      const grant = new ctx.oidc.provider.Grant({ clientId, accountId })
      grant.addOIDCScope('openid')
      await grant.save()
      return grant
    },
    renderError(ctx, out, error) {
      const nonce = newNonce()
      ctx.set('content-security-policy', pagePolicy(nonce))
      ctx.type = 'html'
      const again = `${config.publicUrl.origin}/login`
      const code = error instanceof errors.SessionNotFound ? 'session_expired' : out.error
      ctx.body = errorPage({ nonce, version: config.version, code, again })
    },
  })
  // The mount sets these headers itself, so that addresses never depend on the client.
  provider.proxy = true
  provider.silent = true
  provider.on('server_error', (_ctx, error) => log.error('embedded issuer failed', { error }))
  provider.on('authorization.success', (ctx) => finished.add(ctx.req))
  provider.use(async (ctx, next) => {
    if (await signOut(provider, ctx)) return
    await next()
    // The code is sent: the issuer's session is no longer needed.
    if (finished.has(ctx.req)) await endSession(provider, ctx)
  })
  return provider
}
