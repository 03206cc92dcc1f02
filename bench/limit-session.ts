/**
 * Settings of the limit's connections. Its statements are planned once, as the product's are: planned each time, a search
 * by what is typed takes twice as long. Where the planner shares out one hash of all interventions, those without a port
 * fall into one place of it and the limit's CSV takes a minute instead of a second: it may not.
 */
export const limitSession = '-c app.scope=all -c enable_parallel_hash=off -c plan_cache_mode=force_generic_plan'
