-- The harm that a notice is about: box, port (null for the whole box), and between which moments. Each recipient is notified of one
-- harm once, of whichever work and however often it is judged (server/process/notices/notify.ts). Its begin may move by seconds, or
-- by more when the OLT's memory arrives, so no unique index can hold it.
alter table notification add column harm_cto_id bigint references cto, add column harm_port_id bigint references port,
  add column harm_from timestamptz(3), add column harm_to timestamptz(3);
drop index notification_once;
-- An intervention may be refused, or end in an error, several times: each has its own version.
create unique index notification_once on notification (kind, coalesce(vno_id, 0), coalesce(technical_id, 0), event_id,
  coalesce(case_id, 0), coalesce(payload ->> 'version', '')) where harm_from is null;
create index notification_harm on notification (harm_cto_id, harm_from) where harm_from is not null;

-- Works under their controls are judged again: what they have notified is not notified again.
update notification n set harm_cto_id = c.id, harm_port_id = p.id,
    harm_from = least(n.at, coalesce((n.payload ->> 'at')::timestamptz, n.at - interval '15 minutes')), harm_to = n.at
  from cto c left join port p on p.cto_id = c.id
 where n.at > now() - interval '3 days' and c.code = n.payload ->> 'cto_code'
   and n.kind in ('neighbour_dark', 'neighbour_dark_long', 'neighbour_weak', 'neighbour_doubt', 'neighbour_cut', 'neighbour_not_back',
     'neighbour_unread', 'neighbour_check', 'neighbour_escalated', 'neighbour_restored')
   and p.number = (n.payload ->> 'port')::int;
update notification n set harm_cto_id = c.id, harm_from = n.at - interval '15 minutes', harm_to = n.at
  from cto c where n.at > now() - interval '3 days' and n.kind = 'box_down' and c.code = n.payload ->> 'cto_code';

-- The technician is told why a port has to be looked at.
update notification set payload = payload || '{"reason_text": "está sin luz."}' where kind = 'neighbour_check';
-- A customer who only got less light never went dark.
update neighbour_case set cut_s = null where class = 'degradado' and cut_s is not null;
