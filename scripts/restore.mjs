/** `npm run restore -- <file>`: the database as it was in a backup; what was there is kept aside. No server may run. */
import { runDataProgram } from './data-program.mjs'

await runDataProgram('restore')
