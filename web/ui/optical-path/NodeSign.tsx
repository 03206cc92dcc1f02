import type { HopKind } from '@hilo/domain/optical-path.ts'

/** Drawings around 0,0 for a node of 30 px: a rack, a port, two splitters, the drop, a socket, a router. */
const paths: Readonly<Record<Exclude<HopKind, 'port'>, string>> = {
  olt: 'M-8-6.5h16v5.4h-16zM-8 1.1h16v5.4h-16zM-5-3.8h.01M-1.6-3.8h5.6M-5 3.8h.01M-1.6 3.8h5.6',
  pon: 'M-6.5 0a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0M-1 0a1 1 0 1 0 2 0a1 1 0 1 0-2 0',
  splitter1: 'M-8.5 0h4M-4.5 0C0 0 1-6.5 8-6.5M-4.5 0C0 0 2-2.2 8-2.2M-4.5 0C0 0 2 2.2 8 2.2M-4.5 0C0 0 1 6.5 8 6.5',
  splitter2: 'M-8.5 0h3.5M-5 0 8-7M-5 0 8-3.5M-5 0H8M-5 0 8 3.5M-5 0 8 7',
  drop: 'M-8.5 4C-4-6 4 6 8.5-4',
  socket: 'M-6.5-7.5h13v15h-13zM-2.4-1a2.4 2.4 0 1 0 4.8 0a2.4 2.4 0 1 0-4.8 0M0 4.6v.01',
  ont: 'M-8 1h16v5.5h-16zM4 1v-6M1.4-5.6a3.7 3.7 0 0 1 5.2 0M-4.8 3.8h.01M-1.6 3.8h.01',
}

/** The icon of a hop inside its node. */
export function NodeSign({ kind }: { kind: Exclude<HopKind, 'port'> }) {
  return <path d={paths[kind]} />
}
