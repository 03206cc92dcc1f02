import { oltClock, oltListening, oltReading } from './olt.ts'
import { mailKinds, mailStates } from './mail.ts'
import { cutLinks, cutStates } from './uncovered-cut.ts'
import { verificationReasons } from './enrollment.ts'
import { accessStates } from './access.ts'
import { feasibilityResults, ontChangeReasons, ontChangeStates, resetStates } from './line-work.ts'
import { roleBases, roleScopes } from './role.ts'
import { orderKinds, orderStates } from './order.ts'
import { placeZones } from './place-clock.ts'
import {
  caseRoles,
  caseStates,
  ctoTypes,
  denyCodes,
  dropStates,
  dropTypes,
  enrollmentActions,
  evidenceReasons,
  fieldSteps,
  hairDecisions,
  invitationKinds,
  labelSources,
  lightChecks,
  lights,
  neighbourClasses,
  opticalStates,
  phases,
  resolvers,
  stepStatuses,
  technicalSkills,
  verdicts,
  verificationStates,
  workKinds,
} from './status.ts'
import { accessMethods, boxFound, portFound, readBy } from './step-data.ts'

/** Every closed set of words by its name; texts are `choice.<name>.<word>`. */
export const choices: Readonly<Record<string, readonly string[]>> = {
  place_zone: placeZones,
  work_kind: workKinds,
  verdict: verdicts,
  type: ctoTypes,
  ont_state: opticalStates,
  light: lights,
  step: fieldSteps,
  step_status: stepStatuses,
  read_by: readBy,
  box: boxFound,
  method: accessMethods,
  found: portFound.map(String),
  label_source: labelSources,
  mail_kind: mailKinds,
  mail_state: mailStates,
  drop_type: dropTypes,
  drop_state: dropStates,
  action: enrollmentActions,
  verification_state: verificationStates,
  verification_reason: verificationReasons,
  light_check: lightChecks,
  role_scope: roleScopes,
  role_base: roleBases,
  skill: technicalSkills,
  invitation_kind: invitationKinds,
  evidence: evidenceReasons,
  neighbour_class: neighbourClasses,
  case_state: caseStates,
  case_role: caseRoles,
  cut_state: cutStates,
  cut_link: cutLinks,
  hair_decision: hairDecisions,
  deny_code: denyCodes,
  resolved_by: resolvers,
  phase: phases,
  access_state: accessStates,
  reset_state: resetStates,
  ont_change_state: ontChangeStates,
  ont_change_reason: ontChangeReasons,
  feasibility_result: feasibilityResults,
  order_kind: orderKinds,
  order_state: orderStates,
  olt_listening: oltListening,
  olt_reading: oltReading,
  olt_clock: oltClock,
}
