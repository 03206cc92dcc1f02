import { isNeutral } from '../../kernel/principal.ts'
import { normalSerial } from '@hilo/domain/ont-serial.ts'
import { normalCode } from '@hilo/domain/text.ts'
import { allows, type Privilege } from '@hilo/domain/privilege.ts'
import { after, namePattern } from '../../kernel/list/list-source.ts'
import { reachOf } from '../../kernel/list/viewer.ts'
import { Json, type ReadHandler } from '../../kernel/handler.ts'
import { find, kinds } from './queries.ts'

/** Ctrl+K: records by code or name, within the session's reach. */
export const search = {
  'admin_vno/search/get': (async ({ principal, sql }, { text }) => {
    const all = isNeutral(principal)
    const allowed = kinds.filter(
      ({ privilege, neutral }) =>
        allows(principal.privileges, privilege satisfies Privilege) && (all || neutral === undefined),
    )
    const code = normalCode(text)
    const { vnoId, technicalId } = reachOf(principal)
    const name = namePattern(text)
    const serial = normalSerial(text) || code
    const asked = [code, after(code), vnoId, technicalId, name, serial, after(serial)]
    const statement = find(allowed)
    return new Json(`{"records":${(await sql.json(statement, asked)) ?? '[]'}}`)
  }) satisfies ReadHandler<'admin_vno/search/get'>,
}
