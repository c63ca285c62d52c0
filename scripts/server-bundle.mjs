import { root } from './run.mjs'

/**
 * How esbuild makes dist/server.
 * @satisfies {import('esbuild').BuildOptions}
 */
export const serverBundle = {
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
}
