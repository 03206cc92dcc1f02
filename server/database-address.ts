/** Database URLs in libpq's syntax, with several servers of which one is chosen: `postgres://a:5432,b:5432/db`. */

export interface Place {
  /** A name, an address, or the folder of a Unix socket. */
  host: string
  port: number
}

const wants = ['any', 'read-write', 'primary', 'read-only', 'standby', 'prefer-standby'] as const
/** Which server to choose, as libpq's `target_session_attrs`. */
export type Wanted = (typeof wants)[number]

export interface Address {
  places: readonly [Place, ...Place[]]
  wanted: Wanted | null
  /** Of the first place only, in the driver's format. */
  first: string
}

const form = /^(postgres(?:ql)?:\/\/)(?:([^/?#]*)@)?([^@/?#]*)(\/[^?#]*)?(?:\?([^#]*))?$/i
const standard = 5432

function placeOf(text: string): Place | null {
  const [, v6, name, port] = /^(?:\[([^\]]+)\]|([^:[\]]*))(?::(\d{1,5}))?$/.exec(text) ?? []
  const host = v6 ?? name
  return host === undefined ? null : { host: decodeURIComponent(host) || 'localhost', port: Number(port ?? standard) }
}

/** Host and port parameters precede those of the URL. */
function placesOf(hosts: string, parameters: URLSearchParams): Place[] | null {
  const [named, ports] = [parameters.get('host'), parameters.get('port')?.split(',') ?? []]
  const places = named
    ? named.split(',').map((host, at): Place => ({ host, port: Number(ports[at] ?? ports[0] ?? standard) }))
    : hosts.split(',').map(placeOf)
  return places.every((place) => place !== null && place.port > 0 && place.port < 65_536) ? (places as Place[]) : null
}

/** @returns null if it is no database URL */
export function readAddress(text: string): Address | null {
  const [, scheme = '', user, hosts = '', path = '', query] = form.exec(text) ?? []
  if (!scheme) return null
  const parameters = new URLSearchParams(query)
  const places = placesOf(hosts, parameters)
  const wanted = wants.find((one) => one === parameters.get('target_session_attrs')) ?? null
  const [first] = places ?? []
  if (!places || !first || (parameters.has('target_session_attrs') && wanted === null)) return null
  for (const own of ['port', 'target_session_attrs']) parameters.delete(own)
  const socket = first.host.startsWith('/')
  if (socket) parameters.set('host', first.host)
  else parameters.delete('host')
  const host = socket ? 'localhost' : first.host.includes(':') ? `[${first.host}]` : first.host
  const rest = parameters.size > 0 ? `?${parameters.toString()}` : ''
  const made = `${scheme}${user === undefined ? '' : `${user}@`}${host}:${first.port}${path}${rest}`
  return URL.canParse(made) ? { places: [first, ...places.slice(1)], wanted, first: made } : null
}

/** @throws {Error} for an invalid URL, which is not quoted because it may contain a password */
export function addressOf(text: string): Address {
  const address = readAddress(text)
  if (!address) throw new Error('no address of a database')
  return address
}

/** User and password of a URL. */
export function userOf(text: string): { name: string; password: string } {
  const { username, password } = new URL(addressOf(text).first)
  return { name: decodeURIComponent(username), password: decodeURIComponent(password) }
}

/** The same servers and database with another user. */
export function withUser(text: string, { name, password }: { name: string; password: string }): string {
  const secret = password === '' ? '' : `:${encodeURIComponent(password)}`
  return text.replace(form, (_whole, scheme: string, _user, hosts: string, path = '', query?: string) => {
    const rest = query === undefined ? '' : `?${query}`
    return `${scheme}${encodeURIComponent(name)}${secret}@${hosts}${String(path)}${rest}`
  })
}
