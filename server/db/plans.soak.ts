/** All plans in both directions of every order. */
process.env['HILO_PLANS'] = 'all'
await import('./plans.night.ts')
