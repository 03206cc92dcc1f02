/** Origin of a request. */
export interface Visitor {
  address: string
  userAgent: string
  requestId: string
  native: { platform: 'android' | 'ios'; installId: string } | null
}
