-- What a change answers around the record that it leaves, in the round trip that commits it: without a record it is undone.
create function app_answer(before text, record text, after text) returns text language plpgsql immutable as $$
begin
  if record is null then raise exception 'no record to answer' using errcode = 'HL404'; end if;
  return before || record || after;
end $$;
