/** Names of the embedded issuer. Apart from it, because its library is loaded when somebody first signs in. */

/** Where it lives below the public address. */
export const issuerPath = '/oidc'
export const webClientId = 'hilo-web'
export const nativeClientId = 'hilo-native'

/** The issuer's name: what its tokens carry as `iss`. */
export function embeddedIssuer(publicUrl: URL): string {
  return `${publicUrl.origin}${issuerPath}`
}
