import { mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'

export interface BuiltServer {
  /** For startProgram. */
  readonly program: string[]
  remove(): void
}

/** The server as `npm run build` makes it: it starts in a fraction of the time that the source takes. */
export async function buildServer(): Promise<BuiltServer> {
  // Inside of the project, where it finds its packages.
  const folder = mkdtempSync(resolve('node_modules/.payout-desk-'))
  await build({
    entryPoints: {
      main: 'server/main.ts',
      'run-backup': 'server/backups/run-backup.ts',
      'compact-sqlite': 'server/store/compact-sqlite.ts',
      'data-programs': 'server/programs/data-programs.ts',
    },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    logLevel: 'warning',
  })
  return { program: [join(folder, 'main.mjs')], remove: () => rmSync(folder, { recursive: true }) }
}
