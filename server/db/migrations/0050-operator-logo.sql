-- Whoever works for an operator sees its logo beside its name.
create or replace function session_principal(token bytea) returns json language plpgsql security definer set search_path = public, pg_temp as $$
declare
  stamp text := app_open(token);
  answer json;
begin
  if stamp is null then return null; end if;
  perform set_config('app.scope', 'all', true);
  select json_build_object(
    'stamp', stamp, 'session_id', s.id, 'account_type', s.account_type, 'account_id', s.account_id, 'channel', s.channel,
    'expires_at', wire_time(s.expires_at), 'install_id', s.install_id,
    'user', json_build_object('id', u.id, 'name', u.name, 'email', u.email, 'tax_id', u.tax_id, 'phone', u.phone,
      'picture', u.picture_file_id),
    'role', json_build_object('id', r.id, 'key', r.key, 'name', r.name),
    'base', r.base,
    'status', coalesce(va.status, te.status, ad.status),
    'privileges', case when coalesce(va.status, te.status, ad.status) = 4 and r.status = 1 then r.privileges else '{}'::jsonb end,
    'profile', va.profile,
    'vno', case when v.id is not null then json_build_object('id', v.id, 'name', v.name, 'description', v.description,
      'externalId', v.external_id, 'status', json_build_object('id', v.status, 'comments', v.status_comments), 'logo_file_id', v.logo_file_id,
      'contact', json_build_object('noc_phone', v.contact ->> 'noc_phone', 'noc_email', v.contact ->> 'noc_email')) end,
    'contractor', case when c.id is not null then json_build_object('id', c.id, 'name', c.name, 'cif', c.cif) end,
    'employee_code', te.employee_code, 'prl_valid_until', te.prl_valid_until, 'skills', te.skills, 'zones', te.zones)
  into answer
  from session s
  join app_user u on u.id = s.user_id
  left join vno_admin_account va on s.account_type = 'va' and va.id = s.account_id
  left join technical_account te on s.account_type = 'te' and te.id = s.account_id
  left join admin_account ad on s.account_type = 'ad' and ad.id = s.account_id
  left join role r on r.id = coalesce(va.role_id, te.role_id, ad.role_id)
  left join vno v on v.id = coalesce(va.vno_id, te.vno_id)
  left join contractor c on c.id = te.contractor_id
  where s.token_hash = token;
  perform app_open(token);
  return answer;
end $$;
