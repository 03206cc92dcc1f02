import styles from './login.module.css'

const pitch = 66
const mine = 12
const centre = 224
const numbers = Array.from({ length: 24 }, (_, index) => index + 1)
const x = (port: number) => centre + (port - mine) * pitch

const before = 'M-1400 278H56C118 278 158 271 177 249C201 222 184 168 224 166'
const inside = 'M224 166C236 165.5 241.5 154 244.5 142'
const after = 'M248.5 126C258 88 298 68 372 68H2200'

function Port({ port }: { port: number }) {
  const own = port === mine
  const left = x(port) - 21.5
  return (
    <g data-own={own || undefined} className={styles.port}>
      <rect x={x(port) - 7} y={124} width={14} height={8} rx={2.6} className={styles.notch} />
      <rect x={left} y={134} width={43} height={64} rx={10.5} className={`${styles.body} fill-none`} />
      <text className="text-m figures fill-ink-2 anchor-middle" x={x(port)} y={219}>
        {port}
      </text>
    </g>
  )
}

/** The thread passing through port 12: the product in one picture. Purely decorative. */
export function PortsThread() {
  return (
    <svg className={`${styles.picture} spill`} viewBox="0 0 390 300" aria-hidden>
      {numbers.map((port) => (
        <Port key={port} port={port} />
      ))}
      <path d={before} className={`${styles.halo} fill-none`} />
      <path d={before} className={styles.thread} />
      <path d={inside} className={styles.thread} />
      <path d={after} className={styles.thread} />
      <circle cx={centre} cy={166} r={9} className={styles.light} />
    </svg>
  )
}
