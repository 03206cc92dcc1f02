-- What the people of an operator write to support is read by its administrators too.
create policy tenant on contact_request for select
  using (vno_id = (select app_vno()) and (select app_technical()) is null);
create index contact_request_vno on contact_request (vno_id, id desc);
