-- The queue belongs to hilo_jobs, whose function checks nothing of ours: only the application's role may call it.
create function app_add_job(identifier text, payload json, job_key text default null) returns void language plpgsql as $$
begin
  perform graphile_worker.app_add_job(identifier, payload, job_key);
end $$;

-- The owner sees every row by its own right, whatever else it may be: seed, maintenance and backup never get half a table.
do $$
declare
  name text;
begin
  for name in select relname from pg_class where relnamespace = 'public'::regnamespace and relforcerowsecurity loop
    execute format('create policy owner on %I to current_user using (true) with check (true)', name);
  end loop;
end $$;
