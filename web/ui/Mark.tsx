/** The product's logo: a lit thread over the left side of a port, through its hole and out behind its right side. */
export function Mark({ size = 30 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" fill="none" aria-hidden>
      <path
        d="M20.9 15.2V22.4A4.9 4.9 0 0 1 11.1 22.4V21.2M11.1 16.2V9.6A4.9 4.9 0 0 1 20.9 9.6V10.4"
        stroke="var(--ink)"
        strokeWidth="2.9"
      />
      <path
        d="M1 21.2H7.6C13 21.2 14.4 19 16 16S18.6 10.9 21 10.4M24.6 10H31"
        stroke="var(--lit)"
        strokeWidth="3.2"
        strokeLinecap="butt"
      />
    </svg>
  )
}
