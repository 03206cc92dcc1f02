import type { ComponentProps } from 'react'
import { lookOf, type Look } from './look.ts'

type ButtonProps = Look & ComponentProps<'button'>

/** A button. It submits a form only with `type="submit"`. */
export function Button({ kind, size, shape, busy, className, ...rest }: ButtonProps) {
  return <button type="button" {...rest} {...lookOf({ kind, size, shape, busy }, className)} />
}

/** A button that shows an icon only: `label` is its accessible name and its tooltip. */
export function IconButton({ label, kind = 'plain', ...rest }: Omit<ButtonProps, 'shape'> & { label: string }) {
  return <Button aria-label={label} title={label} kind={kind} shape="square" {...rest} />
}

/** A button that its screen lays out: rows, cards and cells; a part of the screen may be given the look of a button. */
export function Press({ look, ...rest }: ComponentProps<'button'> & { look?: Look | undefined }) {
  return look === undefined ? <button type="button" {...rest} /> : <Button {...look} {...rest} />
}

/** The label of a hidden field of files, with the look of a button. */
export function LabelButton({ kind, size, shape, busy, className, ...rest }: Look & ComponentProps<'label'>) {
  return <label {...rest} {...lookOf({ kind, size, shape, busy }, className)} />
}
