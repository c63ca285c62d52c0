/**
 * `npm run mutants`: makes each mistake of mutants.ts in a copy of the project, one after the other, and runs the tests that must notice
 * it. Fails where a mutant survives, where its text does not occur exactly once in its file, or where the tests fail without it.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import * as z from 'zod/mini'
import { root } from '../run.mjs'
import type { Mutant } from './mutant.ts'
import { mutants } from './mutants.ts'

const reportSchema = z.object({
  testResults: z.array(z.object({ assertionResults: z.array(z.object({ title: z.string(), status: z.string() })) })),
})

const misplaced = mutants.filter(({ file, text }) => occurrences(file, text) !== 1)
for (const { file, text } of misplaced) console.log(`${file} has not once: ${text}`)
if (misplaced.length > 0) process.exit(1)

const copy = copyOfProject()
process.once('exit', () => rmSync(copy, { recursive: true, force: true }))
const failing = failedTests([...new Set(mutants.flatMap(({ killedBy }) => killedBy))])
if (failing.length > 0) {
  console.log(`Without any mutant these tests fail:\n${failing.join('\n')}`)
  process.exit(1)
}
const survivors = mutants.filter((mutant) => !isKilled(mutant))
console.log(`${mutants.length - survivors.length} killed, ${survivors.length} survived`)
process.exitCode = survivors.length === 0 ? 0 : 1

function occurrences(file: string, text: string): number {
  return existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8').split(text).length - 1 : 0
}

/** All files of the project as they are now, committed or not; its packages are shared. */
function copyOfProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'payout-desk-mutants-'))
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root, encoding: 'utf8' })
  for (const file of listed.split('\0').filter((name) => existsSync(join(root, name)) && name !== '')) {
    mkdirSync(join(folder, dirname(file)), { recursive: true })
    copyFileSync(join(root, file), join(folder, file))
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

function isKilled({ breaks, file, text, replacement, killedBy }: Mutant): boolean {
  const path = join(copy, file)
  const source = readFileSync(path, 'utf8')
  writeFileSync(
    path,
    source.replace(text, () => replacement),
  )
  const [killer] = failedTests(killedBy)
  writeFileSync(path, source)
  console.log(killer === undefined ? `SURVIVED  ${breaks} (${file})` : `killed    ${breaks}\n          by: ${killer}`)
  return killer !== undefined
}

/** The titles of the tests that fail, up to the first. A file that cannot even be loaded proves nothing. */
function failedTests(files: readonly string[]): readonly string[] {
  const report = join(copy, 'test-results/unit.json')
  rmSync(report, { force: true })
  spawnSync(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--bail=1', ...files], {
    cwd: copy,
    stdio: 'ignore',
  })
  const { testResults } = reportSchema.parse(JSON.parse(readFileSync(report, 'utf8')))
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  if (tests.length === 0) throw new Error(`None of these tests ran: ${files.join(', ')}`)
  return tests.filter(({ status }) => status === 'failed').map(({ title }) => title)
}
