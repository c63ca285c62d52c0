/** `npm run e2e`: the end-to-end tests alone. What follows `--` goes to Playwright. */
import { installDependencies } from './dependencies.mjs'
import { runEndToEndTests } from './end-to-end.mjs'
import { requireNode } from './node-version.mjs'

requireNode()
if (!(await installDependencies()) || !(await runEndToEndTests(process.argv.slice(2)))) process.exit(1)
