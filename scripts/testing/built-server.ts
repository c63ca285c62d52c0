import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'
import type { TestProject } from 'vitest/node'
import { serverBundle } from '../build-stamp.mjs'

declare module 'vitest' {
  interface ProvidedContext {
    readonly serverProgram: string
  }
}

export interface BuiltServer {
  /** For startProgram. */
  readonly program: string[]
  remove(): void
}

/** The server as `npm run build` makes it: it starts in a fraction of the time that the source takes. */
export async function buildServer(): Promise<BuiltServer> {
  // Inside of the project, where it finds libSQL.
  const folder = mkdtempSync(resolve('node_modules/.payout-desk-'))
  const outdir = join(folder, 'dist/server')
  await build({ ...serverBundle, outdir })
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  cpSync('bin', join(folder, 'bin'), { recursive: true })
  return { program: [join(outdir, 'main.js')], remove: () => rmSync(folder, { recursive: true }) }
}

/** For Vitest: builds the server once for the tests that start, kill and race it, none of which is in `npm run check`. */
export async function setup(project: TestProject): Promise<() => void> {
  if (process.env.PAYOUT_DESK_TESTS === 'check') return () => {}
  const { program, remove } = await buildServer()
  project.provide('serverProgram', program.join())
  return remove
}
