/**
 * Checks where the product may send requests to user-supplied addresses: never into its own network. The address is checked as
 * written, as resolved, and again by the connection itself, against DNS rebinding.
 */
import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { isLoopback } from '../config.ts'

/** Allowed targets beside the public internet. */
export interface Reach {
  /** The operator's own networks, as `10.4.0.0/16`; this machine, also without https, if its addresses are among them. */
  networks?: readonly string[]
}

export class TargetRefused extends Error {}

// IANA's registries of special-purpose addresses: not globally reachable, or not a single machine.
const special = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.0.2.0', 24, 'ipv4'],
  ['192.31.196.0', 24, 'ipv4'],
  ['192.52.193.0', 24, 'ipv4'],
  ['192.88.99.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['192.175.48.0', 24, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['198.51.100.0', 24, 'ipv4'],
  ['203.0.113.0', 24, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
  ['::', 96, 'ipv6'],
  ['64:ff9b::', 96, 'ipv6'],
  ['64:ff9b:1::', 48, 'ipv6'],
  ['100::', 64, 'ipv6'],
  ['2001::', 23, 'ipv6'],
  ['2001:db8::', 32, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['3fff::', 20, 'ipv6'],
  ['5f00::', 16, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 9, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
] as const
/** Global unicast: the rest of IPv6 is no public machine, including forms that embed an IPv4 address. */
const unicast = new BlockList()
unicast.addSubnet('2000::', 3, 'ipv6')
const closed = new BlockList()
for (const [net, bits, family] of special) closed.addSubnet(net, bits, family)

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [net = '', bits] = network.split('/')
    const family = isIP(net) === 6 ? 'ipv6' : 'ipv4'
    list.addSubnet(net, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family)
  }
  return list
}

/** True if the address is in one of the networks. An IPv4-mapped IPv6 address counts as IPv4. */
export function isWithin(address: string, networks: readonly string[]): boolean {
  return isIP(address) !== 0 && listOf(networks).check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/** The IPv4 address of an IPv4-mapped one (`::ffff:a.b.c.d`); any other address unchanged. */
function plain(address: string): string {
  const mapped = new URL(`http://[${isIP(address) === 6 ? address : '::'}]`).hostname
  const [, high = '', low = ''] = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(mapped) ?? []
  if (low === '') return address
  const bits = (Number.parseInt(high, 16) << 16) | Number.parseInt(low, 16)
  return [24, 16, 8, 0].map((shift) => (bits >>> shift) & 255).join('.')
}

/** True if requests may be sent to this address. An address with a zone (`fe80::1%eth0`) is link-local. */
export function mayReach(address: string, { networks = [] }: Reach = {}): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false
  if (isWithin(address, networks)) return true
  const one = plain(address)
  return isIP(one) === 4 ? !closed.check(one) : unicast.check(one, 'ipv6') && !closed.check(one, 'ipv6')
}

/** True if the host is this machine, and this machine is allowed. */
const isHome = (host: string, { networks = [] }: Reach): boolean =>
  isLoopback(host) && isWithin(host === 'localhost' ? '127.0.0.1' : host.replace(/^\[|\]$/g, ''), networks)

/**
 * The target as a URL, checked without DNS.
 * @throws TargetRefused
 */
export function readTarget(text: string, reach: Reach = {}): URL {
  const url = URL.parse(text)
  if (!url) throw new TargetRefused('no address')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const home = isHome(url.hostname, reach)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && home)) throw new TargetRefused('not https')
  if (url.username || url.password) throw new TargetRefused('carries a password')
  if (isIP(host) !== 0 && !mayReach(host, reach)) throw new TargetRefused('an address of the own network')
  if (isIP(host) === 0 && !home && (isLoopback(host) || !/\.[a-z0-9-]+\.?$/i.test(host)))
    throw new TargetRefused('a name of the own network')
  return url
}

/**
 * Resolves names like `dns.lookup` and returns allowed addresses only: for the `lookup` of a request, which must have no agent
 * (`agent: false`), because a kept connection is not checked again.
 */
export function guardedLookup(reach: Reach = {}): LookupFunction {
  return (name, options, done) => {
    lookup(name, { ...options, all: true }, (error, found) => {
      if (error) return done(error, [])
      if (found.length === 0 || found.some(({ address }) => !mayReach(address, reach)))
        return done(new TargetRefused('the name leads into the own network'), [])
      if (options.all) return done(null, found)
      done(null, found[0]?.address ?? '', found[0]?.family)
    })
  }
}

/**
 * The target, with all its resolved addresses checked. The later connection checks again by `guardedLookup` and follows no
 * redirect.
 * @throws TargetRefused if the target or one of its addresses is internal; the resolver's error for an unknown name
 */
export async function assertTarget(text: string, reach: Reach = {}): Promise<URL> {
  const url = readTarget(text, reach)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0) return url
  await new Promise<void>((resolve, reject) => {
    guardedLookup(reach)(host, { all: true }, (error) => (error ? reject(error) : resolve()))
  })
  return url
}
