import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { lookOf, type Look } from './look.ts'

/** A link out of the application, or to a telephone, with the look of a button. */
export function AnchorButton({ kind, size, shape, busy, className, ...rest }: Look & ComponentProps<'a'>) {
  return <a {...rest} {...lookOf({ kind, size, shape, busy }, className)} />
}

/** A link to a screen with the look of a button. */
export const LinkButton = createLink(AnchorButton)
