import IconRoute from '@iconify-json/tabler/route'
import type { ReactNode } from 'react'
import { AnchorButton } from '../../kit/LinkButton.tsx'
import { directionsTo } from './today/order-words.ts'

/** Link that opens a place in the device's map application. */
export function Directions({ to, children }: { to: { lat: number; lon: number } | string; children: ReactNode }) {
  return (
    <AnchorButton
      size="glove"
      shape="wide"
      className="mt-10"
      href={directionsTo(to, navigator.userAgent)}
      target="_blank"
      rel="noreferrer"
    >
      <IconRoute size={24} stroke={1.9} aria-hidden />
      {children}
    </AnchorButton>
  )
}
