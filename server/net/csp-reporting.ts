/** Where browsers report what a content security policy of ours stopped: both ways, because none is understood by all of them. */
export const cspReportPath = '/api/csp-report'
/** Ends a policy. */
export const cspReporting = `report-uri ${cspReportPath}; report-to csp`
/** Value of `Reporting-Endpoints`, which `report-to` refers to. */
export const reportingEndpoints = `csp="${cspReportPath}"`
