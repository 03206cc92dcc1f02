import css from './button.module.css'

/** The look of what is pressed. */
export interface Look {
  /** `main`: the one thing to do here; `plain`: without an edge; `danger`: cannot be undone. */
  kind?: 'main' | 'second' | 'plain' | 'danger' | undefined
  /** `large`: alone on a page or in a dialog; `glove`: for a gloved hand in the street, on any screen. */
  size?: 'small' | 'normal' | 'large' | 'glove' | undefined
  /** `square`: an icon only; `wide`: the whole width; `stack`: the icon over its word. */
  shape?: 'square' | 'wide' | 'stack' | undefined
  /** Its act is under way: it can be seen and heard, and still be pressed. */
  busy?: boolean | undefined
}

/** The attributes of a look; everything pressed has them, whatever its element. Screens select by `data-button`. */
export function lookOf({ kind = 'second', size = 'normal', shape, busy }: Look, className: string | undefined) {
  return {
    className: className === undefined ? css.button : `${css.button} ${className}`,
    'data-button': kind,
    'data-size': size,
    'data-shape': shape,
    ...(busy !== undefined && { 'aria-busy': busy }),
  }
}
