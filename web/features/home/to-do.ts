import type { ToDo } from '@hilo/contract/reports/reports.ts'
import { portState, processState } from '@hilo/domain/status.ts'
import { formatAgo } from '../../ui/format.ts'
import { boxLabel } from '../../lists/registry/faceplate-items.ts'
import { text } from '../../ui/text.ts'

interface ToDoRow {
  key: string
  title: string
  note: string
  act: string
  to: string
  search: Record<string, string>
}

const { error, wronglyCreated, wronglyCancelled } = processState.is

function failedTitle({ process_state: state, count }: ToDo): string {
  const key =
    state === error ? 'error' : state === wronglyCreated ? 'open' : state === wronglyCancelled ? 'cancel' : 'close'
  const title = text(`home.todo.failed.${key}`)
  return count > 0 ? `${title}, ${text('home.todo.harmed', { count })}` : title
}

function titleOf(todo: ToDo): string {
  const box = boxLabel(todo.cto?.code ?? '')
  const ports = { count: todo.ports.length, ports: todo.ports.join(', '), box }
  switch (todo.kind) {
    case 'alarm':
      return text('home.todo.alarm', ports)
    case 'case':
      return text(todo.victim ? 'home.todo.victim' : 'home.todo.case', ports)
    case 'failed':
      return failedTitle(todo)
    case 'override_request':
      return text('home.todo.override_request')
    case 'full_box':
      return text('home.todo.full_box', { box })
    default:
      return text(`home.todo.${todo.kind}`, { count: todo.count })
  }
}

function noteOf({ kind, count, event, technical, contractor, at, victim, ports }: ToDo, now: number): string {
  const since = at === null ? null : formatAgo(at, now)
  if (kind === 'full_box') return text('home.todo.full_box.note', { count })
  if (kind === 'overdue_order') return text('home.todo.overdue_order.note', { since: since ?? '' })
  if (kind === 'ceased_lit' || kind === 'review_ports') return text(`home.todo.${kind}.note`)
  const place = victim ? text('home.todo.place', { count: ports.length, ports: ports.join(', ') }) : null
  return [event?.code ?? place, technical?.name ?? contractor?.name, since].filter(Boolean).join(', ')
}

function placeOf({ kind, event, case_id, cto }: ToDo): Pick<ToDoRow, 'act' | 'to' | 'search'> {
  if (kind === 'case' && case_id !== null)
    return { act: text('home.todo.act.case'), to: '/vno/vecinos/desconectados', search: { abierto: String(case_id) } }
  if (kind === 'full_box')
    return { act: text('home.todo.act.box'), to: `/vno/ctos/${String(cto?.id ?? '')}`, search: {} }
  if (kind === 'overdue_order')
    return { act: text('home.todo.act.orders'), to: '/vno/ordenes', search: { vista: 'vencidas' } }
  if (kind === 'ceased_lit' || kind === 'review_ports') {
    const state = kind === 'ceased_lit' ? portState.is.cesado : portState.is.pendiente_revision
    return {
      act: text('home.todo.act.ports'),
      to: '/vno/puertos',
      search: { state: String(state), ...(kind === 'ceased_lit' && { light: 'con_luz' }) },
    }
  }
  const act = text(kind === 'override_request' ? 'home.todo.act.decide' : 'home.todo.act.open')
  return { act, to: `/vno/intervenciones/${String(event?.id ?? '')}`, search: {} }
}

/** Text and link of a task. */
export function toDoRow(todo: ToDo, now: number): ToDoRow {
  const key = `${todo.kind}${String(todo.event?.id ?? todo.case_id ?? todo.cto?.id ?? '')}`
  return { key, title: titleOf(todo), note: noteOf(todo, now), ...placeOf(todo) }
}
