import { boxLabel } from '../registry/faceplate-items.ts'

interface OfBox {
  cto: { code: string } | null
}

/** CTO column: the short code that is printed on the box. */
export const boxColumn = {
  id: '=cto',
  value: ({ cto }: OfBox) => cto && boxLabel(cto.code),
  component: 'code',
  download: ['cto.label'],
} as const
