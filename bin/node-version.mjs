/** The versions of Node that every package of the lockfile runs on; package.json has the same range under engines. */
export const supportedNode = '^20.19.0 || ^22.13.0 || >=24.0.0'

/**
 * Whether this Node can run Payout Desk. Asked before anything else is loaded, so no package reads the range.
 * @param {string} version such as "20.19.4"
 * @returns {boolean}
 */
export function isSupported(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major >= 24 || (major === 22 && minor >= 13) || (major === 20 && minor >= 19)
}

/** Ends the program with one line where Node is too old, before anything else can fail with many. */
export function requireNode() {
  const version = process.versions.node
  if (isSupported(version)) return
  process.stderr.write(
    `Payout Desk needs Node ${supportedNode}; this is ${version}. Install Node 20.19, 22.13, 24 or later.\n`,
  )
  process.exit(1)
}
