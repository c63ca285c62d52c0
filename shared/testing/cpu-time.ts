/** The CPU time that this process has used, in milliseconds: unlike the clock on the wall, it does not run while others have the machine. */
export function cpuTimeMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
