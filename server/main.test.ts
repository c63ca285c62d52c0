import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { expect, it } from 'vitest'
import { openStore } from './store/open-store.ts'
import { startProgram } from './testing/program.ts'
import { startPayoutDesk, startServer } from './testing/server-program.ts'

it('the program says in one line where it is, and ends on SIGTERM', async () => {
  const { process: program, output, ended, ready } = startServer({ PORT: '0' })
  await ready()
  expect(output.out).toMatch(
    /^Payout Desk [\w.-]+(?: \(.+\))? is ready at http:\/\/127\.0\.0\.1:\d+ \(sandbox provider\)\n$/,
  )
  program.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  expect(output.err).toBe('')
})

it('the program refuses a wrong configuration in one line', async () => {
  const { output, ended } = startServer({ PORT: 'x', HOST: '0.0.0.0' })
  expect(await ended).toEqual([1, null])
  expect(output.err).toMatch(/^Payout Desk 1[^:]* cannot start: PORT .*; HOST [^\n]*\n$/)
  expect(output.out).toBe('')
})

it('the program refuses a PostgreSQL that does not answer, in one line without its password', async () => {
  const { output, ended } = startServer({
    PORT: '0',
    DATABASE_URL: 'postgres://desk:geheim@127.0.0.1:1/desk',
    DATA_KEY: 'a'.repeat(64),
  })
  expect(await ended).toEqual([1, null])
  expect(output.err).toMatch(/^Payout Desk 1[^:]* cannot start: PostgreSQL at DATABASE_URL cannot be used: [^\n]*\n$/)
  expect(output.err).not.toContain('geheim')
})

it('the program refuses a database whose key is gone, in one line', async () => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'payout-desk-'))
  const store = await openStore({ dataDirectory }, () => new Date())
  await store.close()
  rmSync(join(dataDirectory, 'data-key'))
  const { output, ended } = startServer({ PORT: '0', DATA_DIR: dataDirectory })
  expect(await ended).toEqual([1, null])
  expect(output.err).toMatch(/^Payout Desk 1[^:]* cannot start: the key [^\n]* is missing: bring it back[^\n]*\n$/)
  rmSync(dataDirectory, { recursive: true })
})

it('the program refuses a database whose history is gone, in one line', async () => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'payout-desk-'))
  writeFileSync(join(dataDirectory, 'audit-head'), `7 ${'0'.repeat(43)} 2026-11-21T12:00:00.000Z\n`)
  const { output, ended } = startServer({ PORT: '0', DATA_DIR: dataDirectory })
  expect(await ended).toEqual([1, null])
  expect(output.err).toMatch(
    /^Payout Desk 1[^:]* cannot start: the database is empty or missing: it lacks 7 entries [^\n]*\n$/,
  )
  rmSync(dataDirectory, { recursive: true })
})

it('the program refuses a database of another version, in one line', async () => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'payout-desk-'))
  const store = await openStore({ dataDirectory }, () => new Date())
  await store.write(({ db }) => db.updateTable('migrations').set({ name: '0001-first' }).execute())
  await store.close()
  const { output, ended } = startServer({ PORT: '0', DATA_DIR: dataDirectory })
  expect(await ended).toEqual([1, null])
  expect(output.err).toMatch(/^Payout Desk 1[^:]* cannot start: [^\n]* start over with an empty DATA_DIR [^\n]*\n$/)
  rmSync(dataDirectory, { recursive: true })
})

it('the program says when its port is taken', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const address = other.address()
  const port = String(typeof address === 'object' ? address?.port : 0)
  const { output, ended } = startServer({ PORT: port })
  expect(await ended).toEqual([1, null])
  expect(output.err).toMatch(new RegExp(`^Payout Desk 1[^:]* cannot start: PORT ${port} is in use[^\\n]*\\n$`))
  other.close()
})

it('the program says when the port for its metrics is taken, and where browsers find it', async () => {
  const {
    process: program,
    output,
    ended,
    ready,
  } = startServer({
    PORT: '0',
    METRICS_PORT: '0',
    SIGN_IN: 'accounts',
    PUBLIC_URL: 'https://pay.example.com',
  })
  await ready()
  expect(output.out).toMatch(
    /^Payout Desk [\w.-]+(?: \(.+\))? is ready at http:\/\/127\.0\.0\.1:\d+ for https:\/\/pay\.example\.com /,
  )
  const port = new URL(await ready()).port
  const second = startServer({ PORT: '0', METRICS_PORT: port })
  expect(await second.ended).toEqual([1, null])
  expect(second.output.err).toMatch(
    new RegExp(`^Payout Desk 1[^:]* cannot start: METRICS_PORT ${port} is in use[^\\n]*\\n$`),
  )
  // Of a network that is for documents alone.
  const elsewhere = startServer({ PORT: '0', METRICS_PORT: '0', METRICS_HOST: '192.0.2.7' })
  expect(await elsewhere.ended).toEqual([1, null])
  expect(elsewhere.output.err).toMatch(/^Payout Desk 1[^:]* cannot start: 192\.0\.2\.7 is no address [^\n]*\n$/)
  program.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})

it('payout-desk serves what is built, and notifies systemd once it is ready', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'payout-desk-notify-'))
  const told = join(folder, 'told')
  writeFileSync(join(folder, 'systemd-notify'), `#!/bin/sh\necho "$NOTIFY_SOCKET $*" > ${told}\n`, { mode: 0o755 })
  const PATH = `${folder}${delimiter}${process.env.PATH}`
  const {
    process: program,
    output,
    ended,
    ready,
  } = startPayoutDesk({ PORT: '0', PATH, NOTIFY_SOCKET: '/run/notify' }, [])
  await ready()
  await expect.poll(() => existsSync(told) && readFileSync(told, 'utf8')).toBe('/run/notify --ready\n')
  program.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  expect(output.err).toBe('')
  rmSync(folder, { recursive: true })
})

it('payout-desk that cannot tell systemd goes on, and says so', async () => {
  const PATH = mkdtempSync(join(tmpdir(), 'payout-desk-notify-'))
  const {
    process: program,
    output,
    ended,
    ready,
  } = startPayoutDesk({ PORT: '0', PATH, NOTIFY_SOCKET: '/run/notify' }, ['serve'])
  await ready()
  await expect.poll(() => output.err).toMatch(/^systemd was not told that Payout Desk is ready: [^\n]+\n$/)
  program.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  rmSync(PATH, { recursive: true })
})

it('payout-desk runs the programs beside the server', async () => {
  const version = startPayoutDesk({}, ['--version'])
  expect(await version.ended).toEqual([0, null])
  expect(version.output.out).toMatch(/^Payout Desk [\w.-]+(?: \([0-9a-f]+, [\d-]+\))?\n$/)
  const help = startPayoutDesk({}, ['--help'])
  expect(await help.ended).toEqual([0, null])
  expect(help.output.out).toContain('backup, restore, migrate')
  for (const name of ['backup', 'restore', 'migrate', 'rotate-key', 'verify-audit', 'people', 'version']) {
    expect(help.output.out).toContain(name)
    const { ended, output } = startPayoutDesk({}, [name, '--help'])
    expect(await ended).toEqual([0, null])
    expect(output.out).toMatch(new RegExp(`^payout-desk ${name}\\b[^\\n]*\\.\n$`))
  }
  const wrong = startPayoutDesk({}, ['restoer'])
  expect(await wrong.ended).toEqual([1, null])
  expect(wrong.output.err).toMatch(/^There is no program restoer\. [^\n]*\n$/)
})

it('payout-desk that was not built says what to do', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'payout-desk-unbuilt-'))
  cpSync('bin', join(folder, 'bin'), { recursive: true })
  const { output, ended } = startProgram({}, [join(folder, 'bin/payout-desk.mjs')])
  expect(await ended).toEqual([1, null])
  expect(output.err).toMatch(/^Payout Desk is not built or not installed here\.[^\n]*\n$/)
  rmSync(folder, { recursive: true })
})
