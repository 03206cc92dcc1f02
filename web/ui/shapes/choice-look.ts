import { caseColor, neighbourColor, verdictColor } from '@hilo/domain/status.ts'
import type { ShapeKind, StateLook } from './state-shape.ts'

type Shapes = Readonly<Record<string, ShapeKind>>
const shapes: Readonly<Record<string, Shapes>> = {
  neighbour_class: {
    igual: 'disc',
    microcorte: 'triangle',
    corte_recuperado: 'triangle',
    degradado: 'triangle',
    apagado: 'ring',
    desconectado: 'diamond',
    movido: 'diamond',
    no_concluyente: 'bar',
  },
  case_state: { abierto: 'diamond', escalado: 'diamond', restaurado: 'disc', aceptado: 'ring' },
  verdict: {
    limpia: 'disc',
    con_microcortes: 'disc',
    degradada: 'triangle',
    con_desconectados: 'diamond',
    no_concluyente: 'bar',
  },
}
const colors: Readonly<Record<string, Readonly<Record<string, StateLook['tone']>>>> = {
  neighbour_class: neighbourColor,
  case_state: caseColor,
  verdict: verdictColor,
}

/** Shape and tone of a word that says how something is; undefined for words that only name a kind. */
export function choiceLook(of: string, word: string): StateLook | undefined {
  const shape = shapes[of]?.[word]
  const tone = colors[of]?.[word]
  return shape && tone ? { shape, tone } : undefined
}
