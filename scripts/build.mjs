/** `npm run build`: the pages into dist/web, the server as one bundle into dist/server. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { build as bundle } from 'esbuild'
import { build as buildPages } from 'vite'
import { beginBuild } from './build-stamp.mjs'
import { root } from './run.mjs'

process.env.NODE_ENV = 'production'
const putStamp = beginBuild(root)
await buildPages({ configFile: join(root, 'vite.config.ts'), logLevel: 'warn' })
rmSync(join(root, 'dist/server'), { recursive: true, force: true })
await bundle({
  absWorkingDir: root,
  entryPoints: [
    'server/main.ts',
    'server/backup.ts',
    'server/restore.ts',
    'server/rotate-key.ts',
    'server/verify-audit.ts',
  ],
  outdir: 'dist/server',
  bundle: true,
  // The sandbox, with GraphQL, stays a file of its own that loads only when it is wanted.
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  packages: 'external',
  logLevel: 'warning',
})
putStamp()
