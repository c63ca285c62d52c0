#!/usr/bin/env node
/**
 * `payout-desk [serve]` is the server, `payout-desk backup` and others the programs beside it. It runs what is built and installed: it
 * installs nothing, builds nothing and asks nothing of the network.
 */
import { execFile } from 'node:child_process'
import { findPostgres } from './find-postgres.mjs'
import { requireNode } from './node-version.mjs'

requireNode()
const [given = 'serve', ...words] = process.argv.slice(2)
const clients = ['pg_dump', 'pg_restore', 'psql']
const name = given.replace(/^--(?=version$|help$)/, '')
const work = name === 'serve' ? serve() : runProgram()
await work.catch(explain)

/** In this process: signals and the environment reach the server as they are. */
async function serve() {
  process.env.NODE_ENV ??= 'production'
  if (process.env.DATABASE_URL && process.env.BACKUP_DIR) namePostgresPrograms()
  if (process.env.npm_lifecycle_event !== undefined) endWithParent()
  await importBuilt('main')
  if (process.env.NOTIFY_SOCKET) tellSystemd()
}

async function runProgram() {
  const { programs, usages } = await importBuilt('data-programs')
  if (!Object.hasOwn(programs, name)) {
    const text = `payout-desk serve, the server, or one of its programs: ${Object.keys(programs).join(', ')}.`
    if (name === 'help') return console.log(text)
    console.error(`There is no program ${name}. Say ${text}`)
    process.exitCode = 1
    return
  }
  if (['help', '--help', '-h'].includes(words[0] ?? '')) return console.log(`payout-desk ${usages[name]}`)
  const { isDone, text } = await programs[name](words, { postgresPrograms: findPostgres(clients) })
  if (isDone) console.log(text)
  else console.error(text)
  process.exitCode = isDone ? 0 : 1
}

/** @param {string} file of the build; no built file has types to check */
function importBuilt(file) {
  return import(new URL(`../dist/server/${file}.js`, import.meta.url).href)
}

/** The server looks for nothing: it is told where the programs are that it makes backups with. */
function namePostgresPrograms() {
  const folder = findPostgres(clients)
  if (folder !== undefined) process.env.PAYOUT_DESK_POSTGRES_BIN = folder
}

/** A signal to npm ends npm and the shell between, which passes nothing on: without this the server would stay behind. */
function endWithParent() {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 500)
  watch.unref()
}

/** Node has no datagrams to a Unix socket, so systemd's own program sends it. */
function tellSystemd() {
  execFile('systemd-notify', ['--ready'], (error) => {
    if (error) console.error(`systemd was not told that Payout Desk is ready: ${error.message.trim()}`)
  })
}

/** @param {unknown} error */
function explain(error) {
  if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) throw error
  console.error(
    `Payout Desk is not built or not installed here. In its folder: npm ci && npm run build && npm ci --omit=dev (${error.message})`,
  )
  process.exitCode = 1
}
