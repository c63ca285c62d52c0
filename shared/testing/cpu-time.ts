/** The CPU time that this process has used, in milliseconds: unlike the clock on the wall, it does not run while others have the machine. */
export function cpuTimeMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** How fast this machine is just now: the CPU time, in milliseconds, of going through ten million letters. Some 50 on a quiet one. */
export function paceMs(): number {
  const text = 'a1;"b"\n'.repeat(1_000)
  const begun = cpuTimeMs()
  let sum = 0
  for (let round = 0; round < 1_500; round += 1)
    for (let place = 0; place < text.length; place += 1) sum = (sum * 31 + text.charCodeAt(place)) | 0
  if (sum === 1) throw new Error('The sum is used, so that the loop is not left out.')
  return cpuTimeMs() - begun
}
