/**
 * Settings of the limit's connections. Its statements use generic plans, as the product's: planned each time, a search while
 * typing takes twice as long. A parallel hash of all interventions puts those without a port into one bucket, and the limit's
 * CSV takes a minute instead of a second, so it is off.
 */
export const limitSession = '-c app.scope=all -c enable_parallel_hash=off -c plan_cache_mode=force_generic_plan'
