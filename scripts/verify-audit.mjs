/** `npm run verify-audit`: whether the audit log is as it was written, also while the app runs. */
import { runDataProgram } from './data-program.mjs'

await runDataProgram('verify-audit', 'verifyAudit')
