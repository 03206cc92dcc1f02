/**
 * Every failure the product knows: its code on the wire and the HTTP status it travels with.
 * A code is never reused; its Spanish text lives in the catalogue of texts under the code itself.
 */
export const problems = {
  /** No session, or one that has ended. The client keeps the way back and resets its session. */
  YOU_ARE_NOT_LOGGED_IN: 401,
  /** The session lacks the privilege that the call declares. Asking again does not help. */
  PRIVILEGE_DENIED: 403,
  /** A mandatory agreement has not been accepted; the client leads to it. */
  AGREEMENT_REQUIRED: 403,
  /** The account's administrators have to sign in with a passkey, and this one has none; the client leads to it. */
  PASSKEY_REQUIRED: 403,
  /** A state-changing request came from another site's page. */
  FOREIGN_ORIGIN: 403,
  /** The record does not exist, or belongs to another operator: both look the same. */
  NOT_FOUND: 404,
  /** No such call, or the call with another method. */
  REQUEST_NOT_EXIST: 404,
  /** The record changed since it was read; `record` carries the current one. */
  VERSION_CONFLICT: 409,
  /** This client_request_id was used before with other content. */
  REQUEST_ID_REUSED: 409,
  /** No box with that code. */
  CTO_NOT_FOUND: 404,
  /** Maintenance has the box; nobody else may work in it. */
  CTO_LOCKED: 409,
  /** No free port is left in the box, nor in another one near. */
  CTO_COPADA: 409,
  /** The port is somebody else's, damaged or under review. */
  PORT_NOT_AVAILABLE: 409,
  /** The port was not used in time and went back. */
  PORT_RESERVED_EXPIRED: 409,
  /** The port is in a state that this does not fit. */
  PORT_BAD_STATE: 409,
  /** The technician has asked for other ports often enough: his supervisor asks for the next one. */
  HAIR_CHANGE_LIMIT: 409,
  /** The intervention is in a state that this does not fit. */
  EVENT_BAD_STATE: 409,
  /** The technician, or the port, already has an intervention open. */
  EVENT_ALREADY_OPEN: 409,
  /** A neighbour is without light; it has to come back first. */
  NEIGHBOUR_HARMED: 409,
  /** The OLT sees no ONT, or another than the one recorded. */
  ONT_NOT_DETECTED: 409,
  /** The label read is not the expected one. */
  LABEL_MISMATCH: 409,
  /** The label stands on something else already. */
  LABEL_DUPLICATE: 409,
  /** Too few ports of the box answered to compare with. */
  SNAPSHOT_INCOMPLETE: 409,
  /** The quality report is not frozen: the intervention is open, or kept no readings. */
  REPORT_NOT_PERSISTED: 404,
  /** The order has an intervention that is not closed. */
  ORDER_HAS_OPEN_EVENT: 409,
  ORDER_ALREADY_COMPLETED: 409,
  /** The order is in a state that this does not fit. */
  ORDER_BAD_STATE: 409,
  /** What was done before to the same intervention failed: this was not tried. Send it again once that is settled. */
  SYNC_BLOCKED: 409,
  /** The technician is suspended or gone: nothing is given to him. */
  TECHNICAL_NOT_ACTIVE: 409,
  /** The invitation is too old, was withdrawn, or never existed: all three look the same. */
  INVITATION_EXPIRED: 409,
  INVITATION_USED: 409,
  /** The account is in a status that this does not fit. */
  ACCOUNT_BAD_STATE: 409,
  /** A role of the system is not changed; copy it. */
  ROLE_SYSTEM: 409,
  /** Somebody still has the role. */
  ROLE_IN_USE: 409,
  /** Nobody grants what he does not hold. */
  PRIVILEGE_ESCALATION: 403,
  /** Somebody has to be able to edit roles. */
  LAST_ADMIN: 409,
  /** An operator with customers is not deleted. */
  VNO_HAS_ACCESSES: 409,
  /** The access is in a state that this does not fit. */
  ACCESS_BAD_STATE: 409,
  /** The ONT has no light or no power: it cannot be reached. */
  ONT_SIN_LUZ: 409,
  /** The drop is in a state that this does not fit. */
  DROP_BAD_STATE: 409,
  /** The record is referred to by others; `details` says by what. */
  IN_USE: 409,
  /** Another record has this code, name or address. */
  ALREADY_EXISTS: 409,
  /** A file, or all that came, is larger than the call takes. */
  FILE_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  /** A field is missing, unknown or wrong; `details` names each. */
  VALIDATION: 422,
  POWER_OUT_OF_RANGE: 422,
  /** A mandatory picture has not arrived; `details` names each. */
  EVIDENCE_MISSING: 422,
  /** A picture does not serve as proof; `details` says why. */
  EVIDENCE_REJECTED: 422,
  /** Bytes before these, or the rest of them, have not come: `record.received` says how many are here. */
  PARTS_MISSING: 409,
  /** Mandatory steps are not done; `details` names each. */
  STEPS_MISSING: 422,
  /** The body cannot be read as what it says it is. */
  SYNTAX_ERROR_IN_REQUEST: 422,
  /** The sign-in attempt is unknown, used or too old: start again. */
  LOGIN_EXPIRED: 422,
  /** The issuer refused the sign-in or its answer does not hold. */
  LOGIN_REFUSED: 422,
  /** Signed in at the issuer, but no account of ours is linked to that person. */
  ACCOUNT_NOT_LINKED: 403,
  /** The account is suspended or closed. */
  ACCOUNT_DISABLED: 403,
  /** The code, or what it was exchanged for, is wrong, used, too old or nobody's: all look the same. */
  RESET_CODE_INVALID: 422,
  RATE_LIMITED: 429,
  /** Anything unforeseen. The request id leads to the log. */
  SYSTEM_ERROR: 500,
  /** The database or a dependency is away for a moment: try again. */
  UNAVAILABLE: 503,
  OLT_UNREACHABLE: 503,
  /** The OLT is being asked too much; `retryAfter` says when. */
  OLT_BUSY: 503,
  STORAGE_FULL: 507,
} as const

export type ProblemCode = keyof typeof problems

export interface ProblemDetail {
  /** Dotted path of the field: `filter.state`. */
  field: string
  code: string
  /** Spanish sentence. */
  message: string
}

export interface ProblemExtra {
  details?: ProblemDetail[]
  /** The record as it is now, with VERSION_CONFLICT; what stands in the way, or was answered last, with others. */
  record?: unknown
  /** Seconds, with RATE_LIMITED, OLT_BUSY and UNAVAILABLE. */
  retryAfter?: number
}

/** The only thing that handlers and domain rules throw on purpose. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly extra: ProblemExtra
  constructor(code: ProblemCode, extra: ProblemExtra = {}) {
    super(code)
    this.name = 'Problem'
    this.code = code
    this.extra = extra
  }
  get status(): number {
    return problems[this.code]
  }
}
