import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { describe, expect, it } from 'vitest'

function startProgram(environment: Record<string, string>) {
  const { PATH = '' } = process.env
  const program = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
    env: { PATH, LOG_LEVEL: 'silent', ...environment },
  })
  const output = { out: '', err: '' }
  program.stdout.setEncoding('utf8').on('data', (text) => {
    output.out += text
  })
  program.stderr.setEncoding('utf8').on('data', (text) => {
    output.err += text
  })
  return { program, output, ended: once(program, 'close') }
}

describe('the program', () => {
  it('says in one line where it is, and ends on SIGTERM', async () => {
    const { program, output, ended } = startProgram({ PORT: '0' })
    await once(program.stdout, 'data')
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
