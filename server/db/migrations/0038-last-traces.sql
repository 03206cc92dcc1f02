-- Also what others were told of somebody who is gone, and what he called what he wrote.
create or replace function forget_person(person bigint) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform erase_traces(person);
  update idempotency set body = '{}' where strpos(body, format('"user_id":%s,', person)) > 0;
  update notification n set payload = n.payload || '{"name": "Cuenta dada de baja"}'
    from (select 'va' as type, id from vno_admin_account where user_id = person
      union all select 'te', id from technical_account where user_id = person
      union all select 'ad', id from admin_account where user_id = person) a
   where n.kind = 'account_waiting' and n.payload ->> 'account_type' = a.type and n.payload ->> 'account_id' = a.id::text;
  -- Written in one transaction, so at one moment.
  update mail m set subject = replace(m.subject, c.subject, 'Cuenta dada de baja'), body = null, updated_at = now()
    from contact_request c
   where c.user_id = person and c.subject <> '' and m.kind = 'contact' and m.created_at = c.created_at and strpos(m.subject, c.subject) > 0;
  update contact_request set subject = '' where user_id = person;
end $$;
