import { isLoopback } from '../config.ts'

/** Where an issuer may send a person back to: nowhere else, compared character by character. */
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
    // No application can claim a link of the machine that it runs on.
    native: [...(protocol === 'https:' && isLoopback(hostname) ? [] : [`${origin}/oauth/native`]), 'hilo://oauth/user'],
    afterLogout: `${origin}/login`,
  }
}
