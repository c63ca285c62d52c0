import { once } from 'node:events'
import { createServer } from 'node:http'
import { describe, expect, it } from 'vitest'
import { startProgram } from './testing/program.ts'

describe('the program', () => {
  it('says in one line where it is, and ends on SIGTERM', async () => {
    const { process: program, output, ended, ready } = startProgram({ PORT: '0' })
    await ready()
    expect(output.out).toMatch(/^Payout Desk is ready at http:\/\/127\.0\.0\.1:\d+ \(sandbox provider\)\n$/)
    program.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    expect(output.err).toBe('')
  })

  it('refuses a wrong configuration in one line', async () => {
    const { output, ended } = startProgram({ PORT: 'x', HOST: '0.0.0.0' })
    expect(await ended).toEqual([1, null])
    expect(output.err).toMatch(/^Payout Desk cannot start: HOST .*; PORT [^\n]*\n$/)
    expect(output.out).toBe('')
  })

  it('says when its port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const address = other.address()
    const port = String(typeof address === 'object' ? address?.port : 0)
    const { output, ended } = startProgram({ PORT: port })
    expect(await ended).toEqual([1, null])
    expect(output.err).toMatch(new RegExp(`^Payout Desk cannot start: PORT ${port} is in use[^\\n]*\\n$`))
    other.close()
  })
})
