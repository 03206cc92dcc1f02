/** Exceptions of the matrix, each with its reason. */
interface Exception {
  /** `path field` */
  of: RegExp
  why: string
}

/** Fields that name no record of an operator. */
export const exceptions: readonly Exception[] = [
  { of: / (?:.*\.)?client_request_id$/, why: 'a name that the client gives its own request' },
  { of: /[ .](?:cto|pon|olt)_(?:id|code)$/, why: 'the physical plant, which every operator sees' },
  { of: / upstream\.splitter1_code$/, why: 'the physical plant, named anew' },
  { of: /^admin_vno\/ctos\/(?:get|download|map) (?:filter\.)?(?:id|code|ine_code)$/, why: 'the physical plant' },
  { of: /^admin_vno\/ctos\/(?:create|edit) (?:id|code|label)$/, why: 'the physical plant' },
  { of: /^admin_vno\/(?:ctos\/delete|ports\/(?:edit|verify)) (?:id|port_id)$/, why: 'the physical plant' },
  { of: /^admin_vno\/historicals\/ctos\/(?:get|download) (?:filter\.)?id$/, why: 'changes of boxes, of everybody' },
  { of: /^admin_vno\/audit\/verify head\.seal_id$/, why: 'a seal over the rows of everybody' },
  { of: /^admin_vno\/inventory\//, why: 'the physical plant' },
  { of: /^admin_vno\/ont\/retrieveAccessVNO port$/, why: 'a number printed on a box' },
  { of: / bound\.port$/, why: 'a number printed on a box' },
  { of: /(?:ine|postal)_code$/, why: 'a place in Spain' },
  { of: /^account\/edit email_code$/, why: 'a code that was sent to an address of one’s own' },
  { of: /^account\/agreements\/accept id$/, why: 'agreements are everybody’s' },
  { of: /[ .]tax_id$/, why: 'a number of the one who is written, looked up nowhere' },
  { of: / install_id$/, why: 'a name that a device gives itself' },
  { of: / (?:push_)?token$/, why: 'what a device is reached by' },
  { of: / config\.(?:views\.)?columns\.id$/, why: 'a column of a list' },
  { of: / filter\.zone$/, why: 'a place in Spain' },
  { of: / product\.code$/, why: 'an article of the catalogue' },
  { of: / (?:reject|reason|condition)_code$/, why: 'a word of a catalogue' },
  { of: /^admin_vno\/(?:reasons\/edit code|events\/fiber\/change\/reasons\/get id)$/, why: 'a word of a catalogue' },
  { of: /^admin_vno\/vno\/(?:create|edit) code$/, why: 'said by the neutral operator alone' },
  { of: /^admin_vno\/(?:mail\/get|admins\/neutral\/|olts\/)/, why: 'rows of the neutral operator' },
]

/** Fields that set a name: another operator's name must be as free as an unused one. */
export const given: readonly RegExp[] = [
  /^admin_vno\/contractors\/(?:create|edit) cif$/,
  /^admin_vno\/technicals\/(?:create|edit) employee_code$/,
  /^admin_vno\/orders\/create external_order_id$/,
  /^admin_vno\/ont\/deviceModification new_serial$/,
]

/** A label is read off the cable and unique in the whole network: it is reported as in use. */
export const readOff = / (?:label|label_read|replaced_label)$/

/** Needs only a privilege: an operator that has it changes own drops only. */
export const ownDrops = /^admin_vno\/drops\//
