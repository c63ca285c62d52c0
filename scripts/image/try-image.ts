/**
 * `npm run image`, which `npm run soak` runs too: builds the image of the Dockerfile, looks at what is in it, and enters, approves and exports
 * a payout in it, as compose.trial.yaml runs it. Needs root, and Debian's buildah and mmdebstrap in the place of Docker.
 */
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { freePort } from '../run.mjs'
import { type BuiltImage, buildImage } from './build-image.ts'
import { runJourney } from './journey.ts'
import { type Container, makeVolumes, type RunInImage, runImage, type Volumes } from './run-image.ts'
import { tryServer } from './try-server.ts'

const mostBytes = 150_000_000
const commit = 'f3d1d5a3, 2026-11-24'

const tools = ['buildah', 'mmdebstrap']
const missing = tools.filter((tool) => spawnSync(tool, ['--version']).error !== undefined)
if (missing.length > 0 || process.getuid?.() !== 0) {
  console.log(`The image is not built: that needs root and ${tools.join(', ')} (apt-get install ${tools.join(' ')}).`)
} else await tryImage()

async function tryImage(): Promise<void> {
  // Not in /dev/shm, where other tests keep their files: these are larger.
  const folder = mkdtempSync('/var/tmp/payout-desk-image-')
  const running: Container[] = []
  try {
    const started = performance.now()
    const image = buildImage(folder, commit)
    console.log(`Built in ${((performance.now() - started) / 1000).toFixed(0)} s: ${megabytes(image)} MB compressed.`)
    assert.ok(image.compressedBytes <= mostBytes, `The image has more than ${mostBytes / 1e6} MB.`)
    checkConfig(image)
    console.log(`It has ${checkFiles(image.files)} files of its own: none of development, no secret, no source map.`)
    const runIn =
      (volumes: Volumes): RunInImage =>
      (options) => {
        const container = runImage(image, volumes, options)
        running.push(container)
        return container
      }
    await checkTrial(image, runIn(makeVolumes(join(folder, 'trial'))))
    const volumes = makeVolumes(join(folder, 'server'))
    await tryServer(volumes, runIn(volumes))
  } finally {
    await Promise.all(running.map((container) => container.stop()))
    rmSync(folder, { recursive: true, force: true })
  }
}

function megabytes({ compressedBytes }: BuiltImage): string {
  return (compressedBytes / 1e6).toFixed(1)
}

function checkConfig({ config }: BuiltImage): void {
  assert.equal(config.User, '1000:1000')
  assert.equal(config.StopSignal, 'SIGTERM')
  assert.deepEqual(Object.keys(config.Volumes), ['/data'])
  assert.equal(config.Healthcheck.Test[0], 'CMD')
  assert.equal(config.Labels['org.opencontainers.image.revision'], commit)
  for (const setting of config.Env) assert.doesNotMatch(setting, /KEY|TOKEN|SECRET|PASSWORD/)
}

/** @returns how many files the app has in the image */
function checkFiles(image: string): number {
  const app = join(image, 'app')
  const names = readdirSync(app, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(app, join(entry.parentPath, entry.name)))
  assert.ok(names.length > 100, 'The image has no app.')
  const packages = new Set(names.map((name) => /^node_modules\/(?:@[^/]+\/)?[^/]+/.exec(name)?.[0]).filter(Boolean))
  const unknown = [...packages].filter(
    (name) => !/^node_modules\/(?:\.package-lock\.json|libsql|@libsql\/.*|@neon-rs\/load)$/.test(name ?? ''),
  )
  assert.deepEqual(unknown, [], 'Packages that no one needs to run it')
  const foreign =
    /\.map$|\.tsx?$|\.test\.|(?:^|\/)(?:\.git|\.env|tsconfig|package-lock|data-key|test-results|secrets)(?:$|[/.])/
  assert.deepEqual(
    names.filter((name) => foreign.test(name) && !name.startsWith('node_modules/')),
    [],
    'Files of development',
  )
  const secrets = spawnSync('grep', ['-rlE', '-- ?-----BEGIN [A-Z ]*PRIVATE KEY', app], { encoding: 'utf8' })
  assert.equal(secrets.stdout, '', 'Private keys')
  for (const program of ['usr/local/bin/npm', 'usr/local/bin/npx', 'usr/bin/gcc', 'usr/bin/git', 'usr/bin/curl']) {
    assert.throws(() => execFileSync('test', ['-e', join(image, program)]), `${program} is in the image.`)
  }
  return names.length
}

/** As compose.trial.yaml runs it. */
async function checkTrial(image: BuiltImage, run: RunInImage): Promise<void> {
  const touch = run({ command: ['sh', '-c', 'id -u; touch /app/x /etc/x; pg_dump --version; payout-desk --version'] })
  await touch.ended
  assert.match(touch.output(), /^1000\n/)
  assert.equal(touch.output().match(/Read-only file system/g)?.length, 2, touch.output())
  assert.match(touch.output(), /pg_dump \(PostgreSQL\) 17\..*\nPayout Desk [\w.-]+ \(f3d1d5a3, 2026-11-24\)\n$/s)
  const [port, metrics, front] = await Promise.all([freePort(), freePort(), freePort()])
  const env = { PORT: String(port), METRICS_PORT: String(metrics) }
  const app = run({ env })
  const before = run({ command: ['node', 'deploy/trial.mjs'], env: { APP_PORT: env.PORT, FRONT_PORT: String(front) } })
  await app.said(/ is ready at /)
  await before.said(/^Open http/m)
  await runJourney(`http://localhost:${front}`)
  const healthy = run({ command: image.config.Healthcheck.Test.slice(1), env })
  assert.equal(await healthy.ended, 0, healthy.output())
  const backup = run({ command: ['payout-desk', 'backup', '/data/of-the-journey.backup'], env })
  assert.equal(await backup.ended, 0, backup.output())
  assert.equal(await app.stop(), 0, app.output())
  const ended = run({ command: image.config.Healthcheck.Test.slice(1), env })
  assert.equal(await ended.ended, 1)
  console.log(
    'As user 1000 with a read-only root it entered, approved, exported and backed up a payout, and ended at SIGTERM.',
  )
}
