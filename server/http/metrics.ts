import { eventType } from '@hilo/domain/status.ts'
import { openStates } from '../kernel/sql/states.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { timingSafeEqual } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { isLoopback, type Config } from '../config.ts'
import type { Database } from '../db/open.ts'
import type { Log } from '../log.ts'
import type { Route } from '../kernel/request/route.ts'
import { noStore } from './security.ts'
import { patient } from '../kernel/patience.ts'

/** Metrics of the queue, which belongs to its own role. Ages in seconds. */
const queue = `select json_build_object(
  'hilo_jobs_waiting', (select count(*) from graphile_worker.jobs where run_at <= now() and attempts < max_attempts),
  'hilo_jobs_parked', (select count(*) from graphile_worker.jobs where attempts >= max_attempts),
  'hilo_job_age_seconds', (select coalesce(extract(epoch from now() - min(run_at)), 0) from graphile_worker.jobs
    where run_at <= now() and attempts < max_attempts))::text as figures`

/** Metrics of the whole installation, queried at each scrape. Ages in seconds. */
const shared = `select json_build_object(
  'hilo_mail_waiting', (select count(*) from mail where state = 'pendiente'),
  'hilo_olt_leases', (select count(*) from olt_lease where expires_at > clock_timestamp()),
  'hilo_olt_silent', (select count(*) from olt_gap where to_at is null),
  'hilo_olt_alarm_age_seconds', coalesce((select extract(epoch from app_now() - received_at) from olt_alarm
    order by id desc limit 1), -1),
  'hilo_olt_alarms_unkept', (select coalesce(sum(lost), 0) from olt_gap where reason = 'storm'),
  'hilo_olt_sessions', (select count(*) from olt_session where expires_at > clock_timestamp()),
  'hilo_olt_closed', (select count(*) from olt_gate where closed_until > clock_timestamp()),
  'hilo_olt_sessions_peak', (select coalesce(max(peak), 0) from olt_gate),
  'hilo_stream_lag_transactions', (select coalesce(
    pg_snapshot_xmax(pg_current_snapshot())::text::bigint - pg_snapshot_xmin(pg_current_snapshot())::text::bigint, 0)),
  'hilo_audit_seal_lag_seconds', (select coalesce(extract(epoch from now() - min(at)), 0) from audit
    where xid > (select to_xid from audit_head)),
  'hilo_interventions_open', (select count(*) from event where type = ${eventType.is.createListener} and process_state in (${openStates})),
  'hilo_cases_open', (select count(*) from neighbour_case where state in ('abierto', 'escalado')))::text as figures`

const help: Record<string, string> = {
  hilo_jobs_waiting: 'Jobs that are due',
  hilo_jobs_parked: 'Jobs given up after their last attempt',
  hilo_job_age_seconds: 'How long the oldest due job has waited',
  hilo_mail_waiting: 'Messages not yet sent',
  hilo_olt_leases: 'OLTs that a process is listening to',
  hilo_olt_silent: 'OLTs that are not heard',
  hilo_olt_alarm_age_seconds: 'How long ago the last alarm of any OLT came; -1 where none is kept',
  hilo_olt_alarms_unkept: 'Alarms of storms that were counted and not kept, of the last 30 days',
  hilo_olt_sessions: 'Sessions open with OLTs',
  hilo_olt_closed: 'OLTs left alone after failing',
  hilo_olt_sessions_peak: 'Most sessions that one OLT ever had at once',
  hilo_stream_lag_transactions: 'Transactions that the change log waits for',
  hilo_audit_seal_lag_seconds: 'How long the oldest audit row without a seal has waited',
  hilo_interventions_open: 'Interventions that are not closed',
  hilo_cases_open: 'Neighbours without service whose case is open',
}

/** Timeout of the database's part of a scrape, ms. */
const patienceMs = patient(2_500)

async function inTime<T>(work: Promise<T>): Promise<T> {
  const late = sleep(patienceMs, undefined, { ref: false }).then(() => {
    throw new Error('timeout expired')
  })
  return await Promise.race([work, late])
}

function mayRead(request: FastifyRequest, config: Config): boolean {
  const token = config.metricsToken
  const sent = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
  if (token !== undefined) {
    const [one, other] = [Buffer.from(sent ?? ''), Buffer.from(token)]
    return one.length === other.length && timingSafeEqual(one, other)
  }
  return isFromHere(request, config)
}

/** Headers of which proxies add at least one. */
const ofProxies =
  /^(?:via|forwarded|client-ip|true-client-ip|x-(?:forwarded|original|real|client|cluster|envoy|proxy|amzn)|cf-)/
const hostOf = (request: FastifyRequest) => URL.parse(`http://${request.headers.host ?? ''}`)?.hostname ?? ''

/**
 * True for a client on this machine. Behind a proxy all requests come from this machine, and some proxies add no header and
 * use this machine's host name: so only if the product is public on this machine only.
 */
function isFromHere(request: FastifyRequest, { publicUrl, trustedProxies }: Config): boolean {
  const isServedElsewhere = !isLoopback(publicUrl.hostname) || trustedProxies.length > 0
  const isProxied = Object.keys(request.headers).some((name) => ofProxies.test(name))
  const address = (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '')
  return !isServedElsewhere && !isProxied && isLoopback(hostOf(request)) && isLoopback(address)
}

/**
 * `/metrics` in Prometheus' text format: with METRICS_TOKEN; without one from this machine only, while the product is public
 * on it only. Otherwise 404.
 */
export function mountMetrics(
  app: FastifyInstance,
  { config, db, log, routes }: { config: Config; db: Database; log: Log; routes: ReadonlyMap<string, Route> },
): void {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const requests = new Histogram({
    name: 'hilo_request_seconds',
    help: 'Requests by call and status',
    labelNames: ['call', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [register],
  })
  const pools = new Gauge({
    name: 'hilo_database_connections',
    help: 'Connections by pool and what they do; `waiting` are requests without one',
    labelNames: ['pool', 'state'],
    registers: [register],
  })
  const gauges = new Map(
    Object.entries(help).map(([name, text]) => [name, new Gauge({ name, help: text, registers: [register] })]),
  )
  app.addHook('onResponse', (request, reply, done) => {
    const path = /^\/api\/v1\/(.+)\.json/.exec(request.url)?.[1] ?? ''
    requests.observe({ call: routes.has(path) ? path : 'other', status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, config)) return noStore(reply).code(404).send({ error: 'REQUEST_NOT_EXIST' })
    for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries({
      app: db.app,
      jobs: db.jobs,
      owner: db.owner,
    })) {
      pools.set({ pool, state: 'used' }, totalCount - idleCount)
      pools.set({ pool, state: 'idle' }, idleCount)
      pools.set({ pool, state: 'waiting' }, waitingCount)
    }
    try {
      const asked = await inTime(
        Promise.all([db.owner.query<{ figures: string }>(shared), db.jobs.query<{ figures: string }>(queue)]),
      )
      const figures = Object.assign(
        {},
        ...asked.map(({ rows }) => JSON.parse(rows[0]?.figures ?? '{}') as object),
      ) as Record<string, number>
      for (const [name, gauge] of gauges) gauge.set(figures[name] ?? 0)
    } catch (error) {
      // Without the database the process's own metrics are all the more useful.
      log.warn('metrics without the database', { error })
      for (const gauge of gauges.values()) gauge.reset()
    }
    return noStore(reply)
      .type(register.contentType)
      .send(await register.metrics())
  })
}
