/**
 * The product's picture: a lit thread of glass passes through the hole of port 12. A phone shows one row of the box, a wide
 * screen the whole box of sixteen.
 */

/** One port around its centre, with its key and number. */
function port(number: number, x: number, y: number): string {
  const mine = number === 12
  const size = mine ? [-20, -31.2, 40, 62.4, 12] : [-21, -32.3, 42, 64.6, 13]
  const [left, top, width, height, radius] = size
  return `<g transform="translate(${x} ${y})"${mine ? ' class="mine"' : ''}>
<rect class="key" x="-7.1" y="-41.6" width="14.2" height="7.8" rx="2.8"/>
<rect class="body" x="${left}" y="${top}" width="${width}" height="${height}" rx="${radius}"/>
<text y="54.5">${number}</text></g>`
}

function ports(from: number, to: number, place: (number: number) => [number, number]): string {
  return Array.from({ length: to - from + 1 }, (_, index) => {
    const [x, y] = place(from + index)
    return port(from + index, x, y)
  }).join('')
}

/** The thread: a gap in the background's colour where it passes in front, the light on both sides, and the core in the hole. */
function thread(to: string, through: string, out: string, [x, y]: readonly [number, number]): string {
  return `<path class="gap" d="${to}"/><path class="lit" d="${to}${through}"/><path class="lit" d="${out}"/>
<circle class="core" cx="${x}" cy="${y}" r="9"/>`
}

const centre = [224.3, 165.7] as const

export const rowDrawing = `<svg class="row" width="390" height="300" viewBox="0 0 390 300">
${ports(1, 16, (number) => [centre[0] + (number - 12) * 66.1, centre[1]])}
${thread(
  'M-1200 277.6H60C105 277.6 150 274 177.5 250C196 232 187 205 196 183C201 171 212 166 224.3 165.7',
  'C236 163 241 152 243.7 142',
  'M249 126C256 101 274 85 300 76.5C328 68.5 356 68 390 68H1600',
  centre,
)}</svg>`

/** In the units of the row, drawn 1.4 times as large. */
export const boxDrawing = `<svg class="box" viewBox="0 0 614 640" preserveAspectRatio="xMidYMin meet">
${ports(1, 16, (number) => [76 + ((number - 1) % 8) * 66.1, number <= 8 ? 236 : 400])}
${thread(
  'M-2000 528H96C150 528 196 520 222 490C245 463 237 442 245 419C250 405 261 400 274.3 400',
  'C287 397 291 386 293.7 376.3',
  'M298.6 360C301 349 307.3 338 307.3 314V178C307.3 122 348 78 410 78H4000',
  [274.3, 400],
)}</svg>`
