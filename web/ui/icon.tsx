import type { SVGProps } from 'react'

interface IconProps extends Omit<SVGProps<SVGSVGElement>, 'stroke'> {
  /** Side in pixels. */
  size?: number
  /** Width of the lines, in units of the 24-unit grid. */
  stroke?: number
}
export type IconOf = (props: IconProps) => React.ReactElement

/** A component that draws the outline of an icon. `web/build/icons.ts` calls it with the outline of each Tabler icon. */
export const icon = (outline: string): IconOf =>
  function Icon({ size = 24, stroke = 2, ...rest }) {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={stroke}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden
        {...rest}
      >
        <path d={outline} />
      </svg>
    )
  }
