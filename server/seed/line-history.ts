/** Work on lines, and inquiries about homes, in the last weeks. */
import { ctoState, eventType } from '@hilo/domain/status.ts'
import type pg from 'pg'
import { ontModels } from '@hilo/domain/ont-serial.ts'
import { maxDropM, products, validMs } from '@hilo/domain/feasibility.ts'
import { text } from '../kernel/texts.ts'

/** Maximum rows of each kind. */
const most = 600

/** A possible author within the operator. */
const author = (
  vno: string,
) => `(select json_build_object('id', u.id, 'name', u.name, 'account_type', 'va', 'origin', 2)
  from vno_admin_account m join app_user u on u.id = m.user_id where m.vno_id = ${vno} order by m.id limit 1)`
const some = (every: number, at: number) => `
  select x.*, now() - ((x.id * 7919 % 1680) + 3) * interval '1 hour' - (x.id * 104729 % 3600) * interval '1 second' as at
    from access x where x.state = 'activo' and x.ont_serial is not null and x.id % ${every} = ${at} order by x.id limit ${most}`

const unsubscriptions = `
  insert into unsubscription (event_id, vno_id, access_id, requested_date, reason, retire_drop)
  select e.id, e.vno_id, e.access_id, (e.created_at at time zone 'Europe/Madrid')::date,
    (array['El cliente se va a otro operador', 'Cambio de domicilio', 'Impago', 'Fin de contrato'])[1 + e.id % 4], e.id % 3 = 0
  from event e where e.type = ${eventType.is.unsubscription} and e.access_id is not null`

const resets = `
  insert into ont_reset (access_id, vno_id, cto_id, port_id, reason, state, requested_at, cut_from, cut_to, finished_at, error,
    created_by, version, created_at, updated_at)
  select id, vno_id, cto_id, port_id,
    (array['El cliente navega lento', 'Sin sesión tras un corte', 'No coge el perfil nuevo', 'Prueba tras una avería'])[1 + id % 4],
    case when failed then 'fallido' else 'confirmado' end, at, at + interval '2 seconds',
    case when not failed then at + (70 + id % 90) * interval '1 second' end,
    at + case when failed then interval '5 minutes' else (75 + id % 90) * interval '1 second' end,
    case when failed then $1::json end, ${author('vno_id')}, 3, at, at
  from (select s.*, s.id % 13 = 0 as failed from (${some(17, 5)}) s) r`

/** The old ONT is not in use any more. */
const changes = `
  insert into ont_change (access_id, vno_id, cto_id, port_id, old_serial, old_model, new_serial, new_model, reason, old_returned,
    state, requested_at, deadline_at, finished_at, error, created_by, version, created_at, updated_at)
  select id, vno_id, cto_id, port_id, case when undone then ont_serial else other end,
    case when undone then ont_model else $2 end, case when undone then other else ont_serial end,
    case when undone then $2 else ont_model end, (array['averia', 'mejora', 'averia', 'robo'])[1 + id % 4], id % 4 <> 3,
    case when undone then 'revertido' else 'hecho' end, at, at + interval '10 minutes',
    at + case when undone then interval '10 minutes' else (40 + id % 200) * interval '1 second' end,
    case when undone then $1::json end, ${author('vno_id')}, 2, at, at
  from (select s.*, s.id % 9 = 0 as undone, 'HWTC' || upper(lpad(to_hex(2147483648 + s.id * 65537 % 2147483647), 8, '0')) as other
        from (${some(23, 7)}) s) r`

/** By address, sometimes by a point in the street; reservations have long expired. */
const inquiries = `
  insert into feasibility (vno_id, asked, result, ctos, products, valid_until, created_by, created_at, updated_at)
  select vno_id, case when id % 5 = 0 then json_build_object('position', json_build_object('lat', lat, 'lon', lon))
      else json_build_object('address', json_build_object('street', street,
        'number', (coalesce(substring(street_number from '^[0-9]{1,4}'), '1')::int + 2 * (id % 4))::text,
        'postal_code', postal_code, 'municipality', municipality)) end,
    case when state = ${ctoState.is.no_instalada} then 'en_despliegue' when ports_free = 0 then 'cto_copada' when id % 7 = 0 then 'factible_con_obra'
      else 'factible' end,
    json_build_array(json_build_object('cto_id', id, 'code', code, 'distance_m', 12 + id % ${maxDropM - 20}, 'free_ports', ports_free,
      'connection_type', connection_type, 'est_rx_dbm', -17.5 - (id % 60) / 20.0, 'conditions', '[]'::json)),
    $1::json, at + ${validMs} * interval '1 ms', ${author('vno_id')}, at, at
  from (select c.*, v.id as vno_id, now() - ((c.id * 7919 % 1680) + 1) * interval '1 hour' as at
          from (select * from cto order by id limit ${most}) c
          join vno v on v.id = 1 + c.id % (select count(*) from vno)) r`

const failure = (code: 'ONT_SIN_LUZ' | 'ONT_NOT_DETECTED') => JSON.stringify({ code, text: text(`problem.${code}`) })

/** Call while the tables are loaded: keys and references are not checked then for each of its events. */
export async function addUnsubscriptions(client: pg.PoolClient): Promise<void> {
  await client.query(unsubscriptions)
}

/** Call in the seed's own transaction, after network and accesses are loaded. */
export async function addLineHistory(client: pg.PoolClient): Promise<void> {
  const offered = products.filter(({ needs }) => needs === 'gpon').map(({ needs: _needs, ...product }) => product)
  await client.query(resets, [failure('ONT_SIN_LUZ')])
  await client.query(changes, [failure('ONT_NOT_DETECTED'), ontModels['HWTC']?.[0]])
  await client.query(inquiries, [JSON.stringify(offered)])
}
