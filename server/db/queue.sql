-- Functions of the job queue that hilo_app may call, applied at each start by hilo_jobs, the queue's owner: the queue's own
-- functions are executable by it only. Public functions of the same names (functions/scope.sql) call these.

-- Serializes processes that start at once: they would collide in `create or replace`. One query, so one transaction.
select pg_advisory_xact_lock(48414943);

-- The worker locks the row of every free queue at each poll, and none is ever deleted, so queues are mapped to 128. Jobs of
-- one queue still run one after another; sometimes a job waits for another queue's.
create or replace function graphile_worker.app_queue(queue text) returns text language sql immutable strict as $$
  select 'q' || (hashtextextended(queue, 0) & 127) $$;

create or replace function graphile_worker.app_add_job(task text, payload json, key text, at timestamptz, queue text, attempts int)
  returns void language plpgsql security definer set search_path = graphile_worker, pg_temp as $$
begin
  perform add_job(identifier => $1, payload => $2, job_key => $3, run_at => $4, queue_name => app_queue($5), max_attempts => $6);
end $$;
revoke all on function graphile_worker.app_add_job(text, json, text, timestamptz, text, int) from public;
grant execute on function graphile_worker.app_add_job(text, json, text, timestamptz, text, int) to hilo_app;

create or replace function graphile_worker.app_advance_jobs(seconds bigint) returns void
  language plpgsql security definer set search_path = graphile_worker, pg_temp as $$
begin
  perform reschedule_jobs(array[j.id], run_at => greatest(now(), j.run_at - make_interval(secs => seconds)))
     from jobs j where j.task_identifier like 'process.%' and j.locked_at is null and j.run_at > now();
end $$;
revoke all on function graphile_worker.app_advance_jobs(bigint) from public;
grant execute on function graphile_worker.app_advance_jobs(bigint) to hilo_app;

grant usage on schema graphile_worker to hilo_app;
