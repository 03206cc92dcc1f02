/** Address for browsers' reports on our content security policy, by both directives, because no browser supports both. */
export const cspReportPath = '/api/csp-report'
/** Suffix of a policy. */
export const cspReporting = `report-uri ${cspReportPath}; report-to csp`
/** Value of `Reporting-Endpoints`, which `report-to` refers to. */
export const reportingEndpoints = `csp="${cspReportPath}"`
