import type { Evidence } from '@hilo/domain/field-steps.ts'
import type { Pixels } from '../files/image.ts'
import { createRng, mix } from './rng.ts'
import type { Rng } from './rng.ts'

/** Content of a photo of the demonstration, by what it proves. */
interface Subject {
  /** Deterministic. */
  seed: number
  /** Code on the label of box or drop. */
  label: string
  /** Power on the meter, dBm. */
  power: number | null
  wavelength: number
  /** Positions of the box, and the worked one. */
  ports: number
  port: number
}
export const size = { width: 640, height: 480 }
type Colour = readonly [number, number, number]
const ink: Colour = [34, 38, 40]
const white: Colour = [240, 240, 234]
const green: Colour = [34, 128, 86]

/** 5 × 7 point columns; the lowest bit is the top. */
const glyphs: Readonly<Record<string, string>> = {
  '0': '3e5149453e', '1': '00427f4000', '2': '7249494946', '3': '2141494d33', '4': '1814127f10', '5': '2745454539',
  '6': '3c4a494931', '7': '4121110907', '8': '3649494936', '9': '464949291e', A: '7c1211127c', B: '7f49494936',
  C: '3e41414122', D: '7f4141413e', E: '7f49494941', F: '7f09090901', G: '3e41415173', H: '7f0808087f',
  I: '00417f4100', J: '2040413f01', K: '7f08142241', L: '7f40404040', M: '7f021c027f', N: '7f0408107f',
  O: '3e4141413e', P: '7f09090906', Q: '3e4151215e', R: '7f09192946', S: '2649494932', T: '03017f0103',
  U: '3f4040403f', V: '1f2040201f', W: '3f4038403f', X: '6314081463', Y: '0304780403', Z: '6159494d43',
  '-': '0808080808', ',': '0050300000', d: '384444287f', m: '7c04780478', n: '7c08040478',
} // prettier-ignore

class Sheet {
  readonly data = Buffer.alloc(size.width * size.height * 3)

  rect(left: number, top: number, wide: number, high: number, colour: Colour): void {
    const from = Math.max(0, Math.round(left))
    const to = Math.min(size.width, Math.round(left + wide))
    const first = Math.max(0, Math.round(top))
    const last = Math.min(size.height, Math.round(top + high))
    if (to <= from || last <= first) return
    const start = (first * size.width + from) * 3
    const end = start + (to - from) * 3
    this.data.fill(Uint8Array.from(colour), start, end)
    for (let y = first + 1; y < last; y++) this.data.copy(this.data, (y * size.width + from) * 3, start, end)
  }

  /** A body with shadow and a highlighted edge. */
  body(left: number, top: number, wide: number, high: number, colour: Colour, edge = 3): void {
    this.rect(left + 6, top + 8, wide, high, shade(colour, 0.32))
    this.rect(left, top, wide, high, shade(colour, 1.14))
    this.rect(left + edge, top + edge, wide - edge, high - edge, shade(colour, 0.8))
    this.rect(left + edge, top + edge, wide - 2 * edge, high - 2 * edge, colour)
  }

  write(words: string, left: number, top: number, point: number, colour: Colour): void {
    for (const [index, sign] of [...words].entries()) {
      const columns = Buffer.from(glyphs[sign] ?? '', 'hex')
      for (const [x, column] of columns.entries())
        for (let y = 0; y < 7; y++)
          if (((column >> y) & 1) === 1)
            this.rect(left + (index * 6 + x) * point, top + y * point, point, point, colour)
    }
  }

  /** A hanging cable between two points. */
  cable(from: readonly [number, number], to: readonly [number, number], thick: number, colour: Colour): void {
    const steps = Math.ceil(Math.hypot(to[0] - from[0], to[1] - from[1]) / 2) + 1
    for (let step = 0; step <= steps; step++) {
      const part = step / steps
      const x = from[0] + (to[0] - from[0]) * part * part * (3 - 2 * part)
      const y = from[1] + (to[1] - from[1]) * part
      this.rect(x - thick / 2, y, thick, 3, colour)
      this.rect(x - thick / 2, y, 1, 3, shade(colour, 1.2))
    }
  }
}

function shade([red, green, blue]: Colour, factor: number): Colour {
  const lit = (value: number) => Math.max(0, Math.min(255, Math.round(value * factor)))
  return [lit(red), lit(green), lit(blue)]
}

const widthOf = (words: string, point: number) => (words.length * 6 - 1) * point

/** Adapters in two rows, with hairs at connected ones. */
function adapters(sheet: Sheet, rng: Rng, { ports, port }: Subject, [left, top, wide, high]: readonly number[]): void {
  const perRow = Math.min(8, Math.ceil(ports / 2))
  const rows = Math.ceil(ports / perRow)
  const [x, y, w, h] = [left ?? 0, top ?? 0, (wide ?? 0) / perRow, (high ?? 0) / rows]
  for (let n = 1; n <= ports; n++) {
    const at = [x + ((n - 1) % perRow) * w + w * 0.2, y + Math.floor((n - 1) / perRow) * h] as const
    const [broad, tall] = [w * 0.6, Math.min(h * 0.5, w * 0.9)]
    const used = n === port || rng.chance(0.7)
    if (used)
      sheet.cable([at[0] + broad / 2, at[1] + tall], [at[0] + rng.int(-14, 14), y + (high ?? 0)], 5, [214, 206, 178])
    sheet.body(at[0], at[1], broad, tall, used ? green : [42, 98, 74], 2)
    sheet.rect(at[0] + broad * 0.3, at[1] + tall * 0.25, broad * 0.4, tall * 0.5, used ? [24, 92, 60] : ink)
    if (n === port) sheet.rect(at[0], at[1] - 6, broad, 3, [222, 178, 48])
    sheet.write(String(n), at[0], at[1] + tall + 4, 2, [120, 124, 122])
  }
}

function box(sheet: Sheet, rng: Rng, subject: Subject): void {
  const [left, top] = [70 + rng.int(-20, 20), 28 + rng.int(-12, 12)]
  sheet.body(left, top, 490, 420, [206, 207, 200], 10)
  sheet.rect(left + 26, top + 26, 438, 368, [188, 190, 184])
  sheet.rect(left + 26, top + 26, 438, 5, [150, 152, 148])
  sheet.body(left + 170, top + 46, 150, 42, [58, 62, 64])
  sheet.write('1-16', left + 210, top + 58, 3, [196, 200, 198])
  for (let n = 0; n < 8; n++)
    sheet.cable([left + 180 + n * 18, top + 88], [left + 70 + n * 48, top + 132], 3, [226, 188, 60])
  adapters(sheet, rng, subject, [left + 40, top + 136, 410, 240])
  sheet.rect(left - 12, top + 60, 14, 60, [150, 152, 148])
  sheet.rect(left - 12, top + 300, 14, 60, [150, 152, 148])
}

function port(sheet: Sheet, rng: Rng, { port: number }: Subject): void {
  sheet.rect(0, 330, size.width, 150, [188, 190, 184])
  for (let n = -1; n <= 1; n++) {
    const left = 245 + n * 190 + rng.int(-6, 6)
    if (n !== 0) sheet.cable([left + 75, 300], [left + 60 + rng.int(-30, 30), 480], 26, [222, 214, 188])
    sheet.body(left, 110, 150, 200, n === 0 ? [40, 46, 48] : green, 6)
    sheet.rect(left + 40, 160, 70, 90, n === 0 ? [12, 14, 15] : [24, 92, 60])
    sheet.write(String(Math.max(1, number + n)), left + 50, 60, 5, [236, 236, 230])
  }
}

function meter(sheet: Sheet, rng: Rng, { power, wavelength }: Subject): void {
  const left = 185 + rng.int(-25, 25)
  sheet.cable([left + 135, 0], [left + 135, 30], 20, [70, 130, 190])
  sheet.body(left, 24, 270, 470, [222, 164, 38], 12)
  sheet.body(left + 30, 60, 210, 150, [52, 56, 56], 5)
  sheet.rect(left + 40, 70, 190, 130, [196, 212, 188])
  const figure = power === null ? '-60,00' : power.toFixed(2).replace('.', ',')
  sheet.write(figure, left + 135 - widthOf(figure, 5) / 2, 92, 5, ink)
  const unit = `dBm  ${wavelength} nm`
  sheet.write(unit, left + 135 - widthOf(unit, 2.4) / 2, 158, 2.4, ink)
  for (let row = 0; row < 3; row++)
    for (let key = 0; key < 3; key++)
      sheet.body(left + 46 + key * 66, 250 + row * 66, 46, 42, row + key === 0 ? [176, 52, 44] : [58, 60, 62], 4)
}

/** Decorative QR squares beside the printed code. */
function squares(sheet: Sheet, rng: Rng, left: number, top: number, point: number): void {
  for (let y = 0; y < 14; y++)
    for (let x = 0; x < 14; x++) {
      const border = x === 0 || y === 13 || (y === 0 && x % 2 === 0) || (x === 13 && y % 2 === 1)
      const inside = x > 0 && y > 0 && x < 13 && y < 13
      if (border || (inside && rng.chance(0.5))) sheet.rect(left + x * point, top + y * point, point, point, ink)
    }
}

function boxLabel(sheet: Sheet, rng: Rng, { label }: Subject): void {
  const [left, top] = [60 + rng.int(-18, 18), 120 + rng.int(-20, 20)]
  const [exchange = '', ...rest] = label.split('-')
  sheet.rect(0, 0, size.width, size.height, [176, 178, 172])
  sheet.rect(0, 396, size.width, 8, [120, 122, 118])
  sheet.body(left, top, 510, 220, white, 4)
  squares(sheet, rng, left + 26, top + 34, 11)
  sheet.write(exchange, left + 216, top + 54, 7, ink)
  sheet.write(rest.join('-'), left + 216, top + 126, 6, ink)
}

function dropLabel(sheet: Sheet, rng: Rng, { label }: Subject): void {
  const bend = rng.int(-60, 60)
  sheet.cable([250 + bend, 0], [330, 480], 46, [232, 230, 222])
  sheet.body(110, 170, 430, 130, [238, 204, 74], 4)
  squares(sheet, rng, 130, 186, 7)
  sheet.write(label, 244, 222, 3.4, ink)
}

function closed(sheet: Sheet, rng: Rng, { label }: Subject): void {
  const [left, top] = [130 + rng.int(-25, 25), 40 + rng.int(-14, 14)]
  for (let n = 0; n < 6; n++) sheet.cable([left + 70 + n * 44, top + 370], [left + 60 + n * 48, 480], 9, [40, 42, 44])
  sheet.body(left, top, 370, 380, [202, 204, 198], 14)
  sheet.rect(left + 30, top + 30, 310, 3, [168, 170, 164])
  sheet.body(left + 345, top + 165, 30, 60, [120, 124, 122], 4)
  sheet.body(left + 90, top + 60, 190, 64, white, 2)
  squares(sheet, rng, left + 98, top + 70, 3)
  sheet.write(label, left + 148, top + 86, 1.6, ink)
}

const motifs: Readonly<Record<Evidence['reason'], (sheet: Sheet, rng: Rng, subject: Subject) => void>> = {
  no_access: closed,
  port,
  open_box: box,
  free_port: port,
  meter,
  cto_label: boxLabel,
  drop_label: dropLabel,
  closed_box: closed,
}
const walls: readonly Colour[] = [
  [104, 108, 104],
  [132, 116, 98],
  [92, 98, 108],
  [146, 142, 130],
]

/** Vignette with the noise of a small sensor; 256 is neutral. Computed once. */
const light = new Uint16Array(size.width * size.height)
for (let y = 0, at = 0; y < size.height; y++)
  for (let x = 0; x < size.width; x++, at++) {
    const away = ((x / size.width - 0.45) ** 2 + (y / size.height - 0.4) ** 2) * 190
    light[at] = 278 - away - (Math.imul(at, 0x9e3779b1) >>> 28)
  }

/** Draws one photo of a work. */
export function draw(motif: Evidence['reason'], subject: Subject): Pixels {
  const rng = createRng(101, subject.seed)
  const sheet = new Sheet()
  sheet.rect(0, 0, size.width, size.height, rng.pick(walls))
  const joint = 60 + (mix(102, subject.seed) % 60)
  for (let y = joint; y < size.height; y += 118) sheet.rect(0, y, size.width, 2, [82, 82, 78])
  motifs[motif](sheet, rng, subject)
  const { data } = sheet
  for (let pixel = 0, at = 0; pixel < light.length; pixel++) {
    const factor = light[pixel] ?? 256
    for (const end = at + 3; at < end; at++) data[at] = Math.min(255, ((data[at] ?? 0) * factor) >> 8)
  }
  return { data, raw: { ...size, channels: 3 } }
}
