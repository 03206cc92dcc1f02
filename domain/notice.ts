import { allows, type Privilege, type Privileges } from './privilege.ts'

/** Every kind of automatic notice. */
export const noticeKinds = [
  'event_finalized',
  'event_overridden',
  'event_refused',
  'event_cancelled',
  'event_not_cancelled',
  'event_error',
  'discharge_withdrawn',
  'override_requested',
  'acknowledge_failed',
  'pon_down',
  'uncovered_cuts',
  'neighbour_dark',
  'neighbour_dark_long',
  'neighbour_moved',
  'neighbour_weak',
  'neighbour_doubt',
  'neighbour_cut',
  'neighbour_not_back',
  'neighbour_unread',
  'power_unchecked',
  'neighbour_check',
  'box_down',
  'neighbour_escalated',
  'neighbour_weak_escalated',
  'neighbour_restored',
  'neighbour_mended',
  'neighbour_recibido',
  'neighbour_pedir_reparacion',
  'neighbour_ya_era_baja',
  'neighbour_cliente_apagado',
  'light_after_removal',
  'light_not_read',
  'light_after_cease',
  'undeclared_occupation',
  'unexpected_ont',
  'ont_without_owner',
  'unsubscription_failed',
  'hair_change_asked',
  'hair_change_granted',
  'hair_change_offered',
  'hair_change_denied',
  'hair_change_overdue',
  'hair_change_unanswered',
  'enrollment_verificada',
  'enrollment_rechazada',
  'enrollment_repetir',
  'account_waiting',
  'support_asked',
  'technical_gone',
  'report_ready',
  'neighbour_out',
  'order_assigned',
  'order_rescheduled',
  'order_held',
] as const
export type NoticeKind = (typeof noticeKinds)[number]

/**
 * Notices about users, which are excluded from the operator's control room and systems: those receive network notices
 * only.
 */
const ofPeople: readonly string[] = [
  'account_waiting',
  'support_asked',
  'technical_gone',
  'report_ready',
] satisfies NoticeKind[]
export const isOperational = (kind: string): boolean => !ofPeople.includes(kind)

/** Notification stage of a case, as stored in the case, by notice kind. */
export const caseStages: Readonly<Record<string, string>> = {
  neighbour_dark: 'operators',
  neighbour_moved: 'operators',
  neighbour_weak: 'operators',
  neighbour_doubt: 'operators',
  neighbour_dark_long: 'neutral',
  neighbour_escalated: 'sla',
  neighbour_weak_escalated: 'sla',
  neighbour_restored: 'restored',
  neighbour_mended: 'restored',
}

/** Kinds whose notice of a harm makes one of this kind superfluous: a notice that a customer is dark announces the cut. */
export const coveringKinds = (kind: string): readonly string[] =>
  kind === ('neighbour_cut' satisfies NoticeKind) ? [kind, 'neighbour_dark' satisfies NoticeKind] : [kind]

/** Allowed webhook fields: codes, numbers and times; never a name. */
export const webhookFields = [
  'event_code',
  'access_code',
  'cto_code',
  'port',
  'at',
  'pon_code',
  'verdict',
  'label',
] as const

/** Kinds sent to the technician's phone as push notices. */
const pushed: readonly string[] = [
  'neighbour_out',
  'neighbour_check',
  'neighbour_dark_long',
  'neighbour_moved',
  'neighbour_restored',
  'event_finalized',
  'event_overridden',
  'event_refused',
  'event_cancelled',
  'event_not_cancelled',
  'event_error',
  'discharge_withdrawn',
  'hair_change_granted',
  'hair_change_offered',
  'hair_change_denied',
  'enrollment_repetir',
  'order_assigned',
  'order_rescheduled',
] satisfies NoticeKind[]
export const isPushed = (kind: string): boolean => pushed.includes(kind)
/** Kinds also sent as SMS, because they cannot wait. */
const urgent: readonly string[] = ['neighbour_dark_long', 'neighbour_moved'] satisfies NoticeKind[]
export const isSentAsSms = (kind: string): boolean => urgent.includes(kind)
/** A neighbour is without service while the technician works: the phone rings until it is answered. */
const alarms: readonly string[] = ['neighbour_out', 'neighbour_check'] satisfies NoticeKind[]
export const isAlarm = (kind: string): boolean => alarms.includes(kind) || isSentAsSms(kind)

export const noticeChannels = ['email', 'push', 'sms'] as const
/** Delivery retries, in ms: the delay doubles from 15 s to an hour, for one day. */
export const deliveryTimes = { first: 15_000, most: 3_600_000, giveUp: 86_400_000 } as const

type Speaks = Readonly<Record<NoticeKind, readonly Privilege[]>>
const intervention = ['event_view'] as const
const neighbour = ['neightborState_view'] as const
const port = ['port_view'] as const
const hairChange = ['hairChange_view'] as const
const enrollment = ['enrollments_view', 'enrollments-verification_view'] as const
const order = ['assignment_view'] as const
/** Privileges of the screens that show a notice's subject; any one of them allows reading notices of the kind. */
export const noticePrivileges: Speaks = {
  event_finalized: intervention,
  event_overridden: intervention,
  event_refused: intervention,
  event_cancelled: intervention,
  event_not_cancelled: intervention,
  event_error: intervention,
  discharge_withdrawn: intervention,
  override_requested: intervention,
  acknowledge_failed: intervention,
  pon_down: ['cto_view'],
  uncovered_cuts: neighbour,
  neighbour_dark: neighbour,
  neighbour_dark_long: neighbour,
  neighbour_moved: neighbour,
  neighbour_weak: neighbour,
  neighbour_doubt: neighbour,
  neighbour_cut: neighbour,
  neighbour_not_back: neighbour,
  neighbour_unread: neighbour,
  power_unchecked: neighbour,
  neighbour_check: neighbour,
  box_down: ['cto_view'],
  neighbour_escalated: neighbour,
  neighbour_weak_escalated: neighbour,
  neighbour_restored: neighbour,
  neighbour_mended: neighbour,
  neighbour_recibido: neighbour,
  neighbour_pedir_reparacion: neighbour,
  neighbour_ya_era_baja: neighbour,
  neighbour_cliente_apagado: neighbour,
  light_after_removal: port,
  light_not_read: port,
  light_after_cease: port,
  undeclared_occupation: port,
  unexpected_ont: port,
  ont_without_owner: ['cto_view'],
  unsubscription_failed: ['accessUnsubscriptions_view'],
  hair_change_asked: hairChange,
  hair_change_granted: hairChange,
  hair_change_offered: hairChange,
  hair_change_denied: hairChange,
  hair_change_overdue: hairChange,
  hair_change_unanswered: hairChange,
  enrollment_verificada: enrollment,
  enrollment_rechazada: enrollment,
  enrollment_repetir: enrollment,
  support_asked: ['adminVNO_view', 'admin_view'],
  account_waiting: ['technician_view', 'adminVNO_view', 'admin_view'],
  technical_gone: ['technician_view'],
  report_ready: ['dashboardReports_view'],
  neighbour_out: neighbour,
  order_assigned: order,
  order_rescheduled: order,
  order_held: order,
}

/** The notice kinds that a session may read; null for all of them. */
export function readableNotices(privileges: Privileges): NoticeKind[] | null {
  const readable = noticeKinds.filter((kind) => noticePrivileges[kind].some((one) => allows(privileges, one)))
  return readable.length === noticeKinds.length ? null : readable
}
