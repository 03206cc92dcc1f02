/** Synthetic photos of labels and meters: rotated, blurred, badly lit; with their true text. */
import sharp, { type Sharp } from 'sharp'

export interface Sample {
  kind: 'label' | 'meter'
  look: string
  value: string
  /** JPEG of 1600 × 1200. */
  picture: Buffer
}

const size = { width: 1600, height: 1200 }

/** Deterministic random numbers. */
function dice(seed: number) {
  let state = Math.imul(seed + 1, 2_654_435_761) >>> 0
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  return {
    next,
    between: (least: number, most: number) => least + (most - least) * next(),
    whole: (most: number) => Math.floor(next() * most),
    of: <T>(all: readonly T[]): T => all[Math.floor(next() * all.length)] as T,
  }
}
type Dice = ReturnType<typeof dice>

const fonts = [
  'Liberation Sans',
  'DejaVu Sans',
  'Liberation Mono',
  'DejaVu Sans Mono',
  'Liberation Sans Narrow',
  'Liberation Serif',
]
const digits = (roll: Dice, count: number) => String(roll.whole(10 ** count)).padStart(count, '0')

function labelText(roll: Dice): string {
  if (roll.next() < 0.6)
    return `${roll.of(['VAL', 'MAD', 'SEV', 'BCN', 'ZAR'])}${digits(roll, 2)}-${digits(roll, 4)}-${digits(roll, 2)}`
  return `D${digits(roll, 2)}-${digits(roll, 7)}-${digits(roll, 1)}`
}

/** QR-like squares beside the text. */
function squares(roll: Dice, x: number, y: number, side: number): string {
  const step = side / 25
  return Array.from({ length: 320 }, () => {
    const [column, row] = [roll.whole(25), roll.whole(25)]
    return `<rect x="${x + column * step}" y="${y + row * step}" width="${step}" height="${step}"/>`
  }).join('')
}

function label(roll: Dice): { svg: string; value: string; look: string } {
  const value = labelText(roll)
  const font = roll.of(fonts)
  const withCode = roll.next() < 0.5
  const wide = roll.between(900, 1300)
  const high = wide * roll.between(0.28, 0.42)
  const [left, top] = [(size.width - wide) / 2, (size.height - high) / 2]
  const code = withCode ? high * 0.8 : 0
  const room = wide - code - high * 0.3
  const letters = Math.min(high * 0.34, (room / value.length) * 1.5)
  const from = left + code + high * 0.2
  const plate = roll.of(['#fdfdfa', '#f4f1e4', '#f2d94a', '#e9ecef'])
  const svg = `<rect x="${left}" y="${top}" width="${wide}" height="${high}" rx="14" fill="${plate}" stroke="#8a8f8c" stroke-width="3"/>
    ${withCode ? squares(roll, left + high * 0.1, top + high * 0.1, code) : ''}
    <g font-family="${font}" fill="#141414">
      <text x="${from}" y="${top + high * 0.28}" font-size="${letters * 0.5}">${roll.of(['CTO fachada', 'Caja terminal', 'Acometida', 'FTTH'])}</text>
      <text x="${from}" y="${top + high * 0.62}" font-size="${letters}" font-weight="700" textLength="${room}" lengthAdjust="spacingAndGlyphs">${value}</text>
      <text x="${from}" y="${top + high * 0.88}" font-size="${letters * 0.45}">${digits(roll, 5)} · 16 puertos</text>
    </g>`
  return { svg, value, look: font }
}

const segments: Record<string, string> = {
  '0': 'abcdef',
  '1': 'bc',
  '2': 'abdeg',
  '3': 'abcdg',
  '4': 'bcfg',
  '5': 'acdfg',
  '6': 'acdefg',
  '7': 'abc',
  '8': 'abcdefg',
  '9': 'abcdfg',
}
const bars: Record<string, string> = {
  a: '10,0 50,0 42,10 18,10',
  b: '52,4 60,10 57,46 49,42',
  c: '48,58 56,54 53,90 45,96',
  d: '8,100 48,100 40,90 16,90',
  e: '3,54 11,58 8,96 0,90',
  f: '7,10 15,4 12,42 4,46',
  g: '12,46 46,46 50,50 44,55 10,55 6,50',
}

function sevenSegments(value: string, x: number, y: number, high: number, ink: string): string {
  const scale = high / 100
  let at = x
  return [...value]
    .map((char) => {
      const place = `transform="translate(${at} ${y}) scale(${scale})" fill="${ink}"`
      at += (char === '.' ? 18 : 74) * scale
      if (char === '-') return `<g ${place}><polygon points="${bars['g']}"/></g>`
      if (char === '.') return `<g ${place}><rect x="0" y="88" width="12" height="12"/></g>`
      return `<g ${place}>${[...(segments[char] ?? '')].map((one) => `<polygon points="${bars[one]}"/>`).join('')}</g>`
    })
    .join('')
}

const dots: Record<string, string> = {
  '0': '01110 10001 10011 10101 11001 10001 01110',
  '1': '00100 01100 00100 00100 00100 00100 01110',
  '2': '01110 10001 00001 00010 00100 01000 11111',
  '3': '11111 00010 00100 00010 00001 10001 01110',
  '4': '00010 00110 01010 10010 11111 00010 00010',
  '5': '11111 10000 11110 00001 00001 10001 01110',
  '6': '00110 01000 10000 11110 10001 10001 01110',
  '7': '11111 00001 00010 00100 01000 01000 01000',
  '8': '01110 10001 10001 01110 10001 10001 01110',
  '9': '01110 10001 10001 01111 00001 00010 01100',
  '-': '00000 00000 00000 11111 00000 00000 00000',
  '.': '00000 00000 00000 00000 00000 01100 01100',
}

function dotMatrix(value: string, x: number, y: number, high: number, ink: string): string {
  const step = high / 7
  return [...value]
    .flatMap((char, index) =>
      (dots[char] ?? '')
        .split(' ')
        .flatMap((row, line) =>
          [...row].flatMap((one, column) =>
            one === '1'
              ? `<rect x="${x + (index * 6 + column) * step}" y="${y + line * step}" width="${step * 0.86}" height="${step * 0.86}" fill="${ink}"/>`
              : [],
          ),
        ),
    )
    .join('')
}

function meter(roll: Dice): { svg: string; value: string; look: string } {
  const value = `-${(5 + roll.next() * 28).toFixed(2)}`
  const look = roll.of(['seven segments', 'dots', 'letters'])
  const [glass, ink] = roll.of([
    ['#a9b89a', '#1b2417'],
    ['#c3ccb4', '#20281d'],
    ['#0b0f14', '#e8f4ff'],
    ['#101010', '#7cf06a'],
  ] as const)
  const [left, top, wide, high] = [320, 360, 960, 440]
  const figure =
    look === 'seven segments'
      ? sevenSegments(value, left + 120, top + 120, 200, ink)
      : look === 'dots'
        ? dotMatrix(value, left + 90, top + 130, 170, ink)
        : `<text x="${left + 90}" y="${top + 290}" font-family="${roll.of(fonts.slice(0, 4))}" font-weight="700" font-size="210" fill="${ink}">${value}</text>`
  const svg = `<rect x="180" y="200" width="1240" height="900" rx="60" fill="#d8a21d"/><rect x="${left}" y="${top}" width="${wide}" height="${high}" rx="16" fill="${glass}"/>${figure}
    <text x="${left + 740}" y="${top + 400}" font-family="DejaVu Sans" font-size="64" fill="${ink}">dBm</text><text x="${left + 60}" y="${top + 84}" font-family="DejaVu Sans" font-size="52" fill="${ink}">1490nm</text>`
  return { svg, value, look }
}

async function noisy(picture: Sharp, roll: Dice): Promise<Buffer> {
  const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const [sigma, light] = [roll.between(2, 12), roll.between(0.6, 1.1)]
  for (let at = 0; at < data.length; at++)
    data[at] = Math.max(0, Math.min(255, (data[at] ?? 0) * light + (roll.next() + roll.next() - 1) * 2 * sigma))
  const { width, height, channels } = info
  return sharp(data, { raw: { width, height, channels } }).jpeg({ quality: 82 }).toBuffer()
}

export async function sample(kind: Sample['kind'], seed: number): Promise<Sample> {
  const roll = dice(seed * 7 + (kind === 'meter' ? 1_000_003 : 0))
  for (let i = 0; i < 5; i++) roll.next()
  const { svg, value, look } = (kind === 'label' ? label : meter)(roll)
  const turn = roll.between(-7, 7)
  const [lean, glare] = [roll.between(-0.08, 0.08), roll.next() < 0.35]
  const [gx, gy] = [roll.between(0.25, 0.75) * 100, roll.between(0.3, 0.7) * 100]
  const page = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">
    <defs><radialGradient id="g" cx="${gx}%" cy="${gy}%" r="22%"><stop offset="0" stop-color="#fff" stop-opacity="${glare ? 0.75 : 0}"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient></defs>
    <rect width="100%" height="100%" fill="${roll.of(['#5d625f', '#7b7f7a', '#3e4340', '#8e8a80'])}"/>
    <g transform="translate(800 600) rotate(${turn}) skewX(${lean * 57}) scale(1 ${roll.between(0.88, 1)}) translate(-800 -600)">${svg}</g>
    <rect width="100%" height="100%" fill="url(#g)"/></svg>`
  const blur = roll.between(0.3, 2.4)
  return { kind, look, value, picture: await noisy(sharp(Buffer.from(page)).blur(blur), roll) }
}
