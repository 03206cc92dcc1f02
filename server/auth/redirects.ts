import { isLoopback } from '../config.ts'

/** Allowed redirect addresses of an issuer, compared character by character. */
export interface Redirects {
  web: string
  /** A claimed link of our own host, and the application's private scheme. */
  native: string[]
  afterLogout: string
}

export function redirects(publicUrl: URL): Redirects {
  const { origin, protocol, hostname } = publicUrl
  return {
    web: `${origin}/oauth/user`,
    // An application cannot claim a link to its own machine.
    native: [...(protocol === 'https:' && isLoopback(hostname) ? [] : [`${origin}/oauth/native`]), 'hilo://oauth/user'],
    afterLogout: `${origin}/login`,
  }
}
