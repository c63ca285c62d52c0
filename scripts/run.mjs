import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The top folder of the project. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * One program with its arguments; the project's own tools are found by their bare names.
 * @typedef {{ command: string, args: readonly string[], env?: Readonly<Record<string, string>> }} Command
 */

/**
 * Runs a step and prints one line with its time, and where it is known the CPU time of all its processes. What the program prints is shown as it comes with `live`, else only
 * when it fails.
 * @param {string} title
 * @param {Command} command
 * @param {{ live?: boolean }} [options]
 * @returns {Promise<boolean>} whether it ended well
 */
export async function step(title, command, { live = false } = {}) {
  const started = performance.now()
  const { code, output, cpu } = await run(command, live ? 'inherit' : 'pipe')
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  if (code !== 0) process.stdout.write(output)
  console.log(
    `${code === 0 ? 'ok  ' : 'FAIL'} ${title} (${seconds} s${cpu === undefined ? '' : `, ${cpu.toFixed(1)} s of CPU`})`,
  )
  return code === 0
}

/**
 * Runs a program to its end, in the project's top folder. A signal ends it and then us, whatever was to follow.
 * @param {Command} command
 * @param {'inherit' | 'pipe'} stdio
 * @returns {Promise<{ code: number, output: string, cpu: number | undefined }>}
 */
function run(command, stdio) {
  const child = start(command, stdio)
  let output = ''
  child.stdout?.on('data', (text) => {
    output += text
  })
  child.stderr?.on('data', (text) => {
    output += text
  })
  /** @type {number | undefined} */
  let cpu
  child.once('exit', () => {
    cpu = newCpuSeconds()
  })
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: 1, output: `${output}${error.message}\n`, cpu }))
    child.once('close', (code) => {
      if (interrupted) process.exit(130)
      resolve({ code: code ?? 1, output, cpu })
    })
  })
}

let counted = 0

/**
 * The CPU seconds of what has ended since this was asked last; undefined where the system does not tell. The time of a process comes with that of all
 * it waited for as it ends, so that of steps beside each other is known too.
 */
function newCpuSeconds() {
  const before = counted
  counted = cpuSecondsOfEnded() ?? 0
  return counted === 0 ? undefined : counted - before
}

/** The CPU seconds of all processes that this one began, and theirs, up to now. @returns {number | undefined} */
export function cpuSecondsOfEnded() {
  if (!existsSync('/proc/self/stat')) return undefined
  const [user, system] = readFileSync('/proc/self/stat', 'utf8').replace(/.*\) /s, '').split(' ').slice(13, 15)
  // In hundredths of a second, on every Linux that Node.js runs on.
  return (Number(user) + Number(system)) / 100
}

/**
 * Starts a program and passes on the signals that end us.
 * @param {Command} command
 * @param {'inherit' | 'pipe'} stdio
 */
export function start({ command, args, env }, stdio) {
  const path = `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH ?? ''}`
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, PATH: path, ...env },
    stdio: ['ignore', stdio, stdio],
    // There the tools are .cmd files, which only the shell can run.
    shell: process.platform === 'win32' && command !== process.execPath,
  })
  child.stdout?.setEncoding('utf8')
  child.stderr?.setEncoding('utf8')
  forwardSignals(child)
  return child
}

let interrupted = false

/**
 * Ctrl-C reaches the child from the terminal; we only wait for it. A SIGTERM reaches us alone, and goes on as SIGINT:
 * Playwright leaves the server that it started behind otherwise.
 * @param {import('node:child_process').ChildProcess} child
 */
function forwardSignals(child) {
  const wait = () => {
    interrupted = true
  }
  const end = () => {
    interrupted = true
    child.kill('SIGINT')
  }
  process.on('SIGINT', wait)
  process.on('SIGTERM', end)
  child.once('close', () => {
    process.off('SIGINT', wait)
    process.off('SIGTERM', end)
  })
}

/** Whether packages can be installed here: as root on Debian, as in the containers of CI. */
export function canInstall() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

/**
 * @param {string} name of a package of Debian
 * @returns {Promise<boolean>}
 */
export function installPackage(name) {
  const command = `apt-get update && apt-get install -y --no-install-recommends ${name}`
  return step(`install ${name}`, { command: 'sh', args: ['-c', command], env: { DEBIAN_FRONTEND: 'noninteractive' } })
}

/** @returns {Promise<number>} a port that is free */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = address === null || typeof address === 'string' ? 0 : address.port
      server.close(() => resolve(port))
    })
  })
}
