export { inProcess, type ProcessDb } from '../db/in-process.ts'
