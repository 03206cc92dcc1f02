/** The one function of the package that is used here: `@types/web-push` would also declare what opens connections by itself. */
declare module 'web-push' {
  interface RequestOptions {
    /** Seconds. */
    TTL: number
    urgency: 'very-low' | 'low' | 'normal' | 'high'
    topic?: string
    vapidDetails: { subject: string; publicKey: string; privateKey: string }
  }
  interface RequestDetails {
    headers: Record<string, string | number>
    /** Encrypted payload. */
    body: Buffer
  }
  const webPush: {
    /** @throws {Error} for keys, a subject or options that are not valid */
    generateRequestDetails(
      subscription: { endpoint: string; keys: { p256dh: string; auth: string } },
      payload: string,
      options: RequestOptions,
    ): RequestDetails
  }
  export default webPush
}
