import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const source = fileURLToPath(new URL('peer', import.meta.url))

/** The peers are in node_modules/.cache, beside what else can be made again: no test, build or check of the project sees them. */
export const peersFolder = fileURLToPath(new URL('../node_modules/.cache/bench-peers', import.meta.url))

/** Installs what the bench compares with, from a lockfile of its own; only where it has changed. */
export function installPeers(): void {
  const stamp = `${peersFolder}/installed.json`
  const wanted = readFileSync(`${source}/package-lock.json`, 'utf8')
  cpSync(source, peersFolder, { recursive: true })
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: peersFolder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  writeFileSync(stamp, wanted)
}
