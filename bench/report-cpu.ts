/** Tells the parent where this process listens, and its CPU time whenever it is asked. */
export function reportCpu(url: string): void {
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send?.({ cpuMicros: user + system })
  })
  process.send?.({ url })
}
