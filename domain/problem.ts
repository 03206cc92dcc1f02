/**
 * Every problem code of the product with its HTTP status. A code is never reused; its Spanish text is in the text
 * catalogue under the code itself.
 */
export const problems = {
  /** No session, or an ended one. The client keeps the return path and resets its session. */
  YOU_ARE_NOT_LOGGED_IN: 401,
  /** The session lacks the privilege that the call requires. A retry does not help. */
  PRIVILEGE_DENIED: 403,
  /** A mandatory agreement has not been accepted; the client opens it. */
  AGREEMENT_REQUIRED: 403,
  /** The account's administrators must sign in with a passkey, and this one has none; the client opens the setup. */
  PASSKEY_REQUIRED: 403,
  /** A state-changing request came from another site's page. */
  FOREIGN_ORIGIN: 403,
  /** The record does not exist or belongs to another tenant. One answer for both, so that it does not reveal which ids exist. */
  NOT_FOUND: 404,
  /** Unknown call, or wrong HTTP method. */
  REQUEST_NOT_EXIST: 404,
  /** The record changed since it was read; `record` carries the current one. */
  VERSION_CONFLICT: 409,
  /** This client_request_id was used before with other content. */
  REQUEST_ID_REUSED: 409,
  /** Unknown CTO code. */
  CTO_NOT_FOUND: 404,
  /** The CTO is locked for maintenance; no other work is allowed in it. */
  CTO_LOCKED: 409,
  /** No free port is left in the CTO, nor in another one in reach. */
  CTO_COPADA: 409,
  /** The port belongs to another access, is damaged or under review. */
  PORT_NOT_AVAILABLE: 409,
  /** The port's reservation has expired. */
  PORT_RESERVED_EXPIRED: 409,
  /** The action is illegal in the port's state. */
  PORT_BAD_STATE: 409,
  /** The technician has used up the allowed requests: the supervisor makes the next one. */
  HAIR_CHANGE_LIMIT: 409,
  /** The action is illegal in the intervention's state. */
  EVENT_BAD_STATE: 409,
  /** The technician, or the port, already has an open intervention. */
  EVENT_ALREADY_OPEN: 409,
  /** A neighbour is without light; its light must be restored first. */
  NEIGHBOUR_HARMED: 409,
  /** The OLT detects no ONT, or one other than recorded. */
  ONT_NOT_DETECTED: 409,
  /** The label read is not the expected one. */
  LABEL_MISMATCH: 409,
  /** The label is already on another element. */
  LABEL_DUPLICATE: 409,
  /** Too few ports of the CTO answered for a comparison. */
  SNAPSHOT_INCOMPLETE: 409,
  /** The quality report is not final: the intervention is open, or has no readings. */
  REPORT_NOT_PERSISTED: 404,
  /** The order has an open intervention. */
  ORDER_HAS_OPEN_EVENT: 409,
  ORDER_ALREADY_COMPLETED: 409,
  /** The action is illegal in the order's state. */
  ORDER_BAD_STATE: 409,
  /** A technician opened a `baja` that the customer's operator has not ordered. */
  UNSUBSCRIPTION_NOT_ORDERED: 409,
  /** Skipped, because an earlier operation on the same intervention failed. Resend once that is resolved. */
  SYNC_BLOCKED: 409,
  /** The technician is suspended or closed: no assignments. */
  TECHNICAL_NOT_ACTIVE: 409,
  /** The invitation is expired, withdrawn or unknown. One answer for all, so that tokens cannot be probed. */
  INVITATION_EXPIRED: 409,
  INVITATION_USED: 409,
  /** The action is illegal in the account's status. */
  ACCOUNT_BAD_STATE: 409,
  /** A built-in role cannot be changed; copy it. */
  ROLE_SYSTEM: 409,
  /** The role is assigned to an account. */
  ROLE_IN_USE: 409,
  /** A user cannot grant privileges that the user does not hold. */
  PRIVILEGE_ESCALATION: 403,
  /** At least one account must be able to edit roles. */
  LAST_ADMIN: 409,
  /** An operator with customers cannot be deleted. */
  VNO_HAS_ACCESSES: 409,
  /** The action is illegal in the access's state. */
  ACCESS_BAD_STATE: 409,
  /** The ONT has no light or no power, so it cannot be reached. */
  ONT_SIN_LUZ: 409,
  /** The action is illegal in the drop's state. */
  DROP_BAD_STATE: 409,
  /** The record is referenced by others; `details` names them. */
  IN_USE: 409,
  /** Another record has this code, name or address. */
  ALREADY_EXISTS: 409,
  /** A file, or the whole request, exceeds the call's limit. */
  FILE_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  /** A field is missing, unknown or invalid; `details` names each. */
  VALIDATION: 422,
  POWER_OUT_OF_RANGE: 422,
  /** A mandatory picture is missing; `details` names each. */
  EVIDENCE_MISSING: 422,
  /** A picture is rejected as evidence; `details` says why. */
  EVIDENCE_REJECTED: 422,
  /** An earlier part, or the rest, is missing: `record.received` is the number of bytes received. */
  PARTS_MISSING: 409,
  /** Mandatory steps are not done; `details` names each. */
  STEPS_MISSING: 422,
  /** The body cannot be parsed as its declared type. */
  SYNTAX_ERROR_IN_REQUEST: 422,
  /** The sign-in attempt is unknown, used or expired: start again. */
  LOGIN_EXPIRED: 422,
  /** The issuer refused the sign-in, or its response is invalid. */
  LOGIN_REFUSED: 422,
  /** Signed in at the issuer, but no account is linked to that identity. */
  ACCOUNT_NOT_LINKED: 403,
  /** The account is suspended or closed. */
  ACCOUNT_DISABLED: 403,
  /** The reset code, or its permit, is wrong, used, expired or unknown. One answer for all, so that codes cannot be probed. */
  RESET_CODE_INVALID: 422,
  RATE_LIMITED: 429,
  /** Unexpected failure. The request id refers to the log. */
  SYSTEM_ERROR: 500,
  /** The database or a dependency is temporarily unavailable: retry. */
  UNAVAILABLE: 503,
  OLT_UNREACHABLE: 503,
  /** Too many readings of the OLT; `retryAfter` gives the delay. */
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

interface ProblemExtra {
  details?: ProblemDetail[]
  /** The current record, with VERSION_CONFLICT; the conflicting record, or the last response, with others. */
  record?: unknown
  /** Seconds, with RATE_LIMITED, OLT_BUSY and UNAVAILABLE. */
  retryAfter?: number
}

/** The only exception that handlers and domain rules throw on purpose. */
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
