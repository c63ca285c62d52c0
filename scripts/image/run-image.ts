import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { BuiltImage } from './build-image.ts'

/** A container that runs. */
export interface Container {
  /** All that it has printed. */
  readonly output: () => string
  /** Comes once it has printed this. */
  readonly said: (what: RegExp) => Promise<RegExpExecArray>
  /** Ends it as `docker stop` does, and answers with what it ended. */
  readonly stop: () => Promise<number | null>
  readonly ended: Promise<number | null>
}

/** What it may write, each a folder of its own. */
export interface Volumes {
  readonly data: string
  readonly tmp: string
}

export function makeVolumes(folder: string): Volumes {
  const volumes = { data: join(folder, 'data'), tmp: join(folder, 'tmp') }
  mkdirSync(volumes.data, { recursive: true })
  // As the volume is in the image.
  chmodSync(volumes.data, 0o700)
  chownSync(volumes.data, 1000, 1000)
  mkdirSync(volumes.tmp)
  chmodSync(volumes.tmp, 0o1777)
  return volumes
}

/**
 * Runs a command in the image: as its user, with its environment and the first process of its own, in the network of this machine. All is
 * read-only but the volumes.
 */
export function runImage(
  { files, config }: Pick<BuiltImage, 'files' | 'config'>,
  volumes: Volumes,
  { command = [...config.Entrypoint, ...config.Cmd], env = {} }: RunOptions = {},
): Container {
  const mounts = [
    `mount --bind ${files} ${files}`,
    `mount -t proc proc ${files}/proc`,
    `mount --rbind /dev ${files}/dev`,
    ...['/etc/hosts', '/etc/resolv.conf'].map((file) => `mount --bind ${file} ${files}${file}`),
    `mount --bind ${volumes.data} ${files}/data`,
    `mount --bind ${volumes.tmp} ${files}/tmp`,
    `mount -o remount,bind,ro ${files}`,
  ]
  const settings = [...config.Env, ...Object.entries(env).map(([name, value]) => `${name}=${value}`)]
  const enter = `exec chroot --userspec=${config.User} ${files} /usr/bin/env -i -C ${config.WorkingDir} "$@"`
  const script = ['set -eu', ...mounts, enter].join('\n')
  const words = ['--mount', '--pid', '--fork', 'sh', '-c', script, 'sh', ...settings, ...command]
  const child = spawn('unshare', words, { stdio: ['ignore', 'pipe', 'pipe'] })
  return watched(child)
}

/** Runs a container of one image and its volumes. */
export type RunInImage = (options: RunOptions) => Container

interface RunOptions {
  readonly command?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

function watched(child: ChildProcess): Container {
  let output = ''
  const listeners = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
      for (const listener of listeners) listener()
    })
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return {
    output: () => output,
    said: (what) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = what.exec(output)
          if (found !== null) resolve(found)
        }
        listeners.add(look)
        look()
        void ended.then((code) => reject(new Error(`It ended with ${code} before it said ${what}:\n${output}`)))
      }),
    stop: () => {
      // unshare waits for the first process of the container, which is its only child.
      const first = spawn('pkill', ['-TERM', '-P', String(child.pid)])
      first.once('error', () => child.kill())
      return ended
    },
    ended,
  }
}
