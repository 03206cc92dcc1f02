export { inProcess, type ProcessDb } from '../kernel/sql/in-process.ts'
