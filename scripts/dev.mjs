/** `npm run dev`: pages and server, each reloading when its files change. One Ctrl-C ends both. */
import { requireNode } from '../bin/node-version.mjs'
import { installDependencies } from './dependencies.mjs'
import { start } from './run.mjs'

requireNode()
if (!(await installDependencies())) process.exit(1)
const programs = [
  start({ command: 'vite', args: [] }, 'inherit'),
  // vite.config.ts passes calls under /api on to this port.
  start(
    { command: 'tsx', args: ['watch', '--clear-screen=false', 'server/main.ts'], env: { PORT: '3000' } },
    'inherit',
  ),
]
for (const program of programs) {
  program.once('close', () => {
    for (const other of programs) other.kill()
  })
}
