/** `npm start`: installs what is missing, builds what is stale, then is the server. Needs Node and npm alone. */
import { buildIfStale } from './build-stamp.mjs'
import { installDependencies } from './dependencies.mjs'
import { requireNode } from './node-version.mjs'
import { root } from './run.mjs'

requireNode()
process.chdir(root)
if (!(await installDependencies()) || !(await buildIfStale())) process.exit(1)
process.env.NODE_ENV ??= 'production'
// In this process: signals and the environment reach the server as they are. A built file has no types to check.
await import(new URL('../dist/server/main.js', import.meta.url).href)
