import type { MantineColorsTuple, MantineThemeOverride } from '@mantine/core'

/**
 * One green on purpose: colours come from mantine-tokens.css; the tuple only registers the colour's name with Mantine.
 */
const hilo: MantineColorsTuple = [
  '#e2f3ea',
  '#c9e9d9',
  '#9fd9bf',
  '#6fc7a2',
  '#46cc98',
  '#3bc08d',
  '#12a874',
  '#12946a',
  '#08764f',
  '#055f3a',
]

export const mantineTheme: MantineThemeOverride = {
  primaryColor: 'hilo',
  primaryShade: { light: 8, dark: 5 },
  colors: { hilo },
  fontFamily: 'var(--font)',
  cursorType: 'pointer',
  defaultRadius: 'sm',
  respectReducedMotion: true,
}
