/** `npm start`, `npm run backup` and others: installs what is missing, builds what is stale, then runs it. Needs Node and npm alone. */
import { requireNode } from '../bin/node-version.mjs'
import { buildIfStale } from './build-stamp.mjs'
import { installDependencies } from './dependencies.mjs'
import { root } from './run.mjs'

requireNode()
process.chdir(root)
if (!(await installDependencies()) || !(await buildIfStale())) process.exit(1)
await import('../bin/payout-desk.mjs')
