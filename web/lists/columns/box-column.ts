import { boxLabel } from '../registry/faceplate-items.ts'

interface OfBox {
  cto: { code: string } | null
}

/** The box of a record as it is printed on it; a file has its whole code. */
export const boxColumn = {
  id: '=cto',
  value: ({ cto }: OfBox) => cto && boxLabel(cto.code),
  component: 'code',
  download: 'cto.code',
} as const
