-- Everything that is kept of a person, for himself. What opens something stays out: hashes, tokens, the text of messages that carry
-- a code; so do the contents of what he changed, which are other people's too.
create index picture_author on picture (created_by);
create index note_author on note ((created_by ->> 'id'));

create function own_data() returns json language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  me bigint := app_user_id();
  technical bigint := (select id from technical_account where user_id = me);
  addresses text[] := array(select email from app_user where id = me and email is not null
    union select email from vno_admin_account where user_id = me and email is not null
    union select email from technical_account where user_id = me and email is not null
    union select email from admin_account where user_id = me and email is not null);
begin
  if me is null then raise exception 'nobody asks'; end if;
  return json_build_object(
    'person', (select json_build_object('id', id, 'name', name, 'email', email, 'tax_id', tax_id, 'phone', phone, 'locale', locale,
        'picture', picture_file_id, 'has_password', password_hash is not null, 'last_login_at', wire_time(last_login_at),
        'created_at', wire_time(created_at), 'updated_at', wire_time(updated_at)) from app_user where id = me),
    'accounts', (select coalesce(json_agg(json_build_object('type', a.type, 'id', a.id, 'status', a.status, 'email', a.email,
        'vno', case when v.id is not null then json_build_object('id', v.id, 'name', v.name) end,
        'role', json_build_object('id', r.id, 'name', r.name),
        'contractor', case when c.id is not null then json_build_object('id', c.id, 'name', c.name) end,
        'employee_code', a.employee_code, 'prl_valid_until', a.prl_valid_until, 'skills', a.skills, 'zones', a.zones,
        'profile', a.profile, 'suspended_at', wire_time(a.suspended_at), 'suspended_reason', a.suspended_reason,
        'created_at', wire_time(a.created_at), 'updated_at', wire_time(a.updated_at)) order by a.type), '[]') from (
      select 'va' as type, id, status, email, vno_id, role_id, null::bigint as contractor_id, null as employee_code,
          null::date as prl_valid_until, '{}'::text[] as skills, '{}'::text[] as zones, profile, suspended_at, suspended_reason,
          created_at, updated_at from vno_admin_account where user_id = me
      union all select 'te', id, status, email, vno_id, role_id, contractor_id, employee_code, prl_valid_until, skills, zones, profile,
          suspended_at, suspended_reason, created_at, updated_at from technical_account where user_id = me
      union all select 'ad', id, status, email, null, role_id, null, null, null, '{}', '{}', profile, suspended_at, suspended_reason,
          created_at, updated_at from admin_account where user_id = me) a
      left join vno v on v.id = a.vno_id left join role r on r.id = a.role_id left join contractor c on c.id = a.contractor_id),
    'identities', (select coalesce(json_agg(json_build_object('issuer', iss, 'subject', sub)), '[]') from user_identity where user_id = me),
    'sessions', (select coalesce(json_agg(json_build_object('id', id, 'channel', channel, 'install_id', install_id,
        'user_agent', user_agent, 'address', address, 'created_at', wire_time(created_at), 'last_seen_at', wire_time(last_seen_at),
        'expires_at', wire_time(expires_at), 'revoked_at', wire_time(revoked_at)) order by id), '[]') from session where user_id = me),
    'devices', (select coalesce(json_agg(json_build_object('id', id, 'install_id', install_id, 'platform', platform, 'model', model,
        'os', os, 'app_version', app_version, 'last_seen_at', wire_time(last_seen_at), 'revoked_at', wire_time(revoked_at),
        'created_at', wire_time(created_at)) order by id), '[]') from device where user_id = me),
    'agreements', (select coalesce(json_agg(json_build_object('kind', a.kind, 'version', a.version, 'title', a.title,
        'accepted_at', wire_time(c.accepted_at), 'address', c.address) order by c.accepted_at, a.id), '[]')
      from agreement_acceptance c join agreement a on a.id = c.agreement_id where c.user_id = me),
    'lists', (select coalesce(json_agg(json_build_object('list', list, 'config', config, 'updated_at', wire_time(updated_at))
        order by list), '[]') from ui_config where user_id = me),
    'contact_requests', (select coalesce(json_agg(json_build_object('id', id, 'subject', subject, 'message', message,
        'category', category, 'event_id', event_id, 'diagnostics', diagnostics, 'created_at', wire_time(created_at)) order by id), '[]')
      from contact_request where user_id = me),
    'invitations', (select coalesce(json_agg(json_build_object('id', id, 'kind', kind, 'email', email, 'name', name, 'zones', zones,
        'state', state, 'expires_at', wire_time(expires_at), 'used_at', wire_time(used_at), 'created_at', wire_time(created_at))
        order by id), '[]') from invitation where used_by = me or email = any(addresses)),
    'messages', (select coalesce(json_agg(json_build_object('recipient', recipient, 'kind', kind, 'subject', subject,
        'body', case when kind not in ('password_reset', 'invitation') then body end, 'sent_at', wire_time(sent_at),
        'created_at', wire_time(created_at)) order by id), '[]') from mail where recipient = any(addresses)),
    'notices', (select coalesce(json_agg(json_build_object('kind', kind, 'event_id', event_id, 'at', wire_time(at)) order by id), '[]')
      from notification where technical_id = technical),
    'interventions', (select coalesce(json_agg(json_build_object('id', id, 'code', code, 'work_kind', work_kind,
        'started_at', wire_time(started_at), 'finished_at', wire_time(finished_at), 'position_start', position_start,
        'position_end', position_end, 'device', device, 'created_at', wire_time(created_at)) order by id), '[]')
      from event where technical_id = technical),
    'notes', (select coalesce(json_agg(json_build_object('id', id, 'event_id', event_id, 'text', text,
        'created_at', wire_time(created_at)) order by id), '[]') from note where created_by ->> 'id' = me::text),
    'pictures', (select coalesce(json_agg(json_build_object('id', id, 'file_id', file_id, 'event_id', event_id, 'step', step,
        'taken_at', wire_time(taken_at), 'exif_taken_at', exif_taken_at, 'position', position, 'install_id', device_install_id,
        'received_at', wire_time(received_at)) order by id), '[]') from picture where created_by = me),
    'activity', (select coalesce(json_agg(json_build_object('at', wire_time(at), 'call', call, 'entity', entity,
        'entity_id', entity_id, 'channel', channel, 'device', device, 'address', address) order by at, id), '[]')
      from audit where actor_id = me));
end $$;
revoke all on function own_data() from public;
grant execute on function own_data() to hilo_app;
