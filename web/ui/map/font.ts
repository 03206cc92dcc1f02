/**
 * Fonts of the map's text. No glyphs are loaded: the engine draws them from the page's own font, and reads their weight
 * from the first name, which no font has.
 */
const face = ['Inter Variable', 'system-ui']
export const font: Record<'regular' | 'strong', string[]> = { regular: face, strong: ['Inter Semibold', ...face] }
