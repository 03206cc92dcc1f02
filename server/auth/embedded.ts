/** Names of the embedded issuer, apart from it because its library is loaded on the first sign-in. */

/** Path below the public address. */
export const issuerPath = '/oidc'
export const webClientId = 'hilo-web'
export const nativeClientId = 'hilo-native'

/** Pages after the password: use or register a passkey. */
export const passkeySteps = ['llave', 'llave-nueva'] as const
export type PasskeyStep = (typeof passkeySteps)[number]

/** Query parameter of a sign-in, with any value: the person wants to register a passkey or new recovery codes. */
export const manageParameter = 'llaves'

/** Page of a sign-in in progress. */
export const interactionPath = (uid: string, step?: PasskeyStep): string =>
  `${issuerPath}/interaction/${uid}${step === undefined ? '' : `/${step}`}`

/** The issuer identifier, `iss` of its tokens. */
export function embeddedIssuer(publicUrl: URL): string {
  return `${publicUrl.origin}${issuerPath}`
}
