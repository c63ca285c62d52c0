/** `npm run build`: the pages into dist/web, that of payees into dist/details, the server as one bundle into dist/server. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { build as bundle } from 'esbuild'
import { build as buildPages } from 'vite'
import { beginBuild, serverBundle } from './build-stamp.mjs'
import { writeFirstFiles } from './first-load.mjs'
import { root } from './run.mjs'

process.env.NODE_ENV = 'production'
const putStamp = beginBuild(root)
for (const config of ['vite.config.ts', 'vite.details.config.ts'])
  await buildPages({ configFile: join(root, config), logLevel: 'warn' })
writeFirstFiles()
rmSync(join(root, 'dist/server'), { recursive: true, force: true })
await bundle(serverBundle)
putStamp()
