import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.mjs'

/** In an archive that git made, the commit and its day are in the place of these words (.gitattributes). */
const archived = '$Format:%h, %cs$'

/**
 * The version in package.json, with the commit that is built and its day, such as "1.0.0 (f3d1d5a3, 2026-11-24)"; alone where that is not known.
 * @param {string} folder
 */
export function buildVersion(folder = root) {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  // An image is built where there is neither: its builder says.
  const said = [process.env.PAYOUT_DESK_COMMIT ?? '', archived].find((text) => /^[0-9a-f]+, [\d-]+$/.test(text))
  const commit = said ?? commitOfCheckout(folder)
  return commit === undefined ? version : `${version} (${commit})`
}

/** @param {string} folder */
function commitOfCheckout(folder) {
  try {
    // Root builds what another user has checked out.
    const args = ['-c', 'safe.directory=*', 'log', '-1', '--abbrev=8', '--format=%h, %cs']
    const text = execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    return text.trim() || undefined
  } catch {
    return undefined
  }
}
