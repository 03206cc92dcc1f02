/** Names of the embedded issuer. Apart from it, because its library is loaded when somebody first signs in. */

/** Where it lives below the public address. */
export const issuerPath = '/oidc'
export const webClientId = 'hilo-web'
export const nativeClientId = 'hilo-native'

/** Pages of a sign-in after the password: a passkey is asked for, or made. */
export const passkeySteps = ['llave', 'llave-nueva'] as const
export type PasskeyStep = (typeof passkeySteps)[number]

/** With any value in the address of a sign-in: its person wants to make a passkey or recovery codes on the way. */
export const manageParameter = 'llaves'

/** The page of a sign-in under way. */
export const interactionPath = (uid: string, step?: PasskeyStep): string =>
  `${issuerPath}/interaction/${uid}${step === undefined ? '' : `/${step}`}`

/** The issuer's name: what its tokens carry as `iss`. */
export function embeddedIssuer(publicUrl: URL): string {
  return `${publicUrl.origin}${issuerPath}`
}
