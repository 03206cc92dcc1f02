/** UUID version 7: the first 48 bits are the time in ms, so ids sort by creation time. */
export function uuid7(now: number, random: Uint8Array = crypto.getRandomValues(new Uint8Array(10))): string {
  const time = now.toString(16).padStart(12, '0').slice(-12)
  const tail = [...random].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const variant = ((Number.parseInt(tail.charAt(3), 16) & 0x3) | 0x8).toString(16)
  const hex = `${time}7${tail.slice(0, 3)}${variant}${tail.slice(4, 19)}`
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')
}

/** A new idempotency key for a changing request. */
export const requestId = (): string => uuid7(Date.now())
