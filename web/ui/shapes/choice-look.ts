import { neighbourLook, verdictLook, type Look } from '@hilo/domain/neighbour-look.ts'
import { caseColor, neighbourClasses, verdicts } from '@hilo/domain/status.ts'
import { lightCheckColor, verificationColor } from '@hilo/domain/enrollment.ts'
import type { ShapeKind, StateLook } from './state-shape.ts'

type Shapes = Readonly<Record<string, ShapeKind>>
const shapes: Readonly<Record<string, Shapes>> = {
  notice_state: { unread: 'disc', read: 'ring' },
  verification_state: { pendiente: 'triangle', verificada: 'check', rechazada: 'diamond' },
  light_check: { pendiente: 'ring', sin_luz: 'disc', con_luz: 'diamond', sin_respuesta: 'triangle' },
  case_state: { abierto: 'diamond', escalado: 'diamond', restaurado: 'disc', aceptado: 'ring' },
  order_state: {
    recibida: 'ring',
    asignada: 'half',
    en_curso: 'doing',
    completada: 'disc',
    cancelada: 'bar',
    rechazada: 'diamond',
  },
  access_state: { reservado: 'ring', en_alta: 'half', activo: 'disc', en_baja: 'triangle', baja: 'bar' },
  ont_state: {
    online: 'disc',
    los: 'diamond',
    dying_gasp: 'ring',
    offline: 'ring',
    admin_down: 'bar',
    unknown: 'dot',
  },
  reset_state: { en_curso: 'doing', confirmado: 'disc', fallido: 'diamond' },
  ont_change_state: { en_curso: 'doing', hecho: 'disc', revertido: 'diamond' },
  feasibility_result: {
    factible: 'disc',
    factible_con_obra: 'triangle',
    cto_copada: 'diamond',
    sin_cobertura: 'bar',
    en_despliegue: 'ring',
  },
  massive_state: { en_cola: 'ring', en_curso: 'doing', hecho: 'disc', parcial: 'triangle', error: 'diamond' },
  drop_state: { instalada: 'disc', reutilizable: 'ring', averiada: 'diamond', retirada: 'bar' },
  mail_state: { pendiente: 'ring', enviado: 'disc', fallido: 'diamond' },
  hair_decision: { concedido: 'disc', alternativa: 'triangle', denegado: 'diamond' },
  olt_listening: { escuchada: 'disc', muda: 'triangle', sin_escucha: 'diamond' },
  olt_reading: { normal: 'disc', sin_potencias: 'triangle', cerrada: 'diamond' },
  olt_clock: { fiable: 'disc', no_fiable: 'triangle', sin_medir: 'ring' },
}
const colors: Readonly<Record<string, Readonly<Record<string, StateLook['tone']>>>> = {
  notice_state: { unread: 'warning', read: 'medium' },
  verification_state: verificationColor,
  light_check: lightCheckColor,
  case_state: caseColor,
  order_state: {
    recibida: 'medium',
    asignada: 'success',
    en_curso: 'medium',
    completada: 'success',
    cancelada: 'medium',
    rechazada: 'danger',
  },
  access_state: { reservado: 'medium', en_alta: 'accent', activo: 'success', en_baja: 'warning', baja: 'medium' },
  ont_state: {
    online: 'success',
    los: 'danger',
    dying_gasp: 'medium',
    offline: 'medium',
    admin_down: 'medium',
    unknown: 'medium',
  },
  reset_state: { en_curso: 'medium', confirmado: 'success', fallido: 'danger' },
  ont_change_state: { en_curso: 'medium', hecho: 'success', revertido: 'danger' },
  feasibility_result: {
    factible: 'success',
    factible_con_obra: 'warning',
    cto_copada: 'danger',
    sin_cobertura: 'medium',
    en_despliegue: 'medium',
  },
  massive_state: { en_cola: 'medium', en_curso: 'medium', hecho: 'success', parcial: 'warning', error: 'danger' },
  drop_state: { instalada: 'success', reutilizable: 'success', averiada: 'danger', retirada: 'medium' },
  mail_state: { pendiente: 'medium', enviado: 'success', fallido: 'danger' },
  hair_decision: { concedido: 'success', alternativa: 'warning', denegado: 'danger' },
  olt_listening: { escuchada: 'success', muda: 'warning', sin_escucha: 'danger' },
  olt_reading: { normal: 'success', sin_potencias: 'warning', cerrada: 'danger' },
  olt_clock: { fiable: 'success', no_fiable: 'warning', sin_medir: 'medium' },
}

/** Shape and tone of a class's or verdict's look. */
const shapeOf = ({ sign, color }: Look): StateLook => ({ shape: sign, tone: color })

/** Words whose look is declared in the domain. */
const declared: Readonly<Record<string, ReadonlyMap<string, StateLook>>> = {
  neighbour_class: new Map(neighbourClasses.map((one) => [one, shapeOf(neighbourLook({ class: one }))])),
  verdict: new Map(verdicts.map((one) => [one, shapeOf(verdictLook(one))])),
}

/** Shape and tone of a state word; undefined for words that name a kind. */
export function choiceLook(of: string, word: string): StateLook | undefined {
  const shape = shapes[of]?.[word]
  const tone = colors[of]?.[word]
  return shape && tone ? { shape, tone } : declared[of]?.get(word)
}
