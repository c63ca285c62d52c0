/**
 * `npm run --silent sbom > sbom.json`: what a merchant runs of other people's code, as a CycloneDX bill of materials: every package that
 * package-lock.json installs for the server and the pages, with its hash and licence. It reads the lockfile alone, so it works offline, and
 * the same lockfile gives the same bytes: it holds no time and no serial number.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'

const namesSchema = z.optional(z.record(z.string(), z.string()))
const lockedSchema = z.object({
  name: z.optional(z.string()),
  version: z.string(),
  integrity: z.optional(z.string()),
  license: z.optional(z.string()),
  dev: z.optional(z.boolean()),
  devOptional: z.optional(z.boolean()),
  optional: z.optional(z.boolean()),
  dependencies: namesSchema,
  optionalDependencies: namesSchema,
  peerDependencies: namesSchema,
})
const lockfileSchema = z.object({ packages: z.record(z.string(), lockedSchema) })

type LockedPackage = z.infer<typeof lockedSchema>

/** A package of the lockfile: `path` is where npm puts it, such as node_modules/pg/node_modules/pg-types. */
interface InstalledPackage {
  readonly path: string
  readonly locked: LockedPackage
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const lockfile: unknown = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'))
  process.stdout.write(`${JSON.stringify(billOfMaterials(lockfile), undefined, 2)}\n`)
}

/**
 * CycloneDX 1.6, as https://cyclonedx.org/docs/1.6/json/ has it. Left out is what only development needs. (`npm sbom --omit=dev` leaves
 * out what production needs too wherever a development package also needs it: React, Zod and 33 more of ours.)
 */
export function billOfMaterials(lockfile: unknown) {
  const { '': own, ...packages } = lockfileSchema.parse(lockfile).packages
  if (own === undefined) throw new Error('package-lock.json names no project: take it from the repository again.')
  const all = Object.entries(packages).map(([path, locked]) => ({ path, locked }))
  const placed = all.filter(({ locked }) => locked.dev !== true && locked.devOptional !== true)
  const byPath = new Map(placed.map((one) => [one.path, one]))
  const project = { path: '', locked: own }
  const unique = new Map(placed.map((one) => [referenceOf(one), one]))
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': referenceOf(project), ...namesOf(project) } },
    components: inOrder(unique).map(componentOf),
    dependencies: [project, ...inOrder(unique)].map((one) => ({
      ref: referenceOf(one),
      dependsOn: [...new Set(neededBy(one, byPath).map(referenceOf))].sort(),
    })),
  }
}

function inOrder(packages: ReadonlyMap<string, InstalledPackage>): readonly InstalledPackage[] {
  return [...packages].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, placed]) => placed)
}

function componentOf(placed: InstalledPackage) {
  const { integrity, license, optional } = placed.locked
  return {
    type: 'library',
    'bom-ref': referenceOf(placed),
    ...namesOf(placed),
    scope: optional === true ? 'optional' : 'required',
    ...(integrity !== undefined && { hashes: [hashOf(integrity)] }),
    ...(license !== undefined && { licenses: [{ expression: license }] }),
    purl: referenceOf(placed),
  }
}

function namesOf({ path, locked: { name, version } }: InstalledPackage) {
  return { name: name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length), version }
}

/** The package URL, by which advisories name packages too. */
function referenceOf(placed: InstalledPackage): string {
  const { name, version } = namesOf(placed)
  return `pkg:npm/${name.replace('@', '%40')}@${version}`
}

/** npm writes `sha512-` and base64; CycloneDX wants hexadecimal. */
function hashOf(integrity: string) {
  const [algorithm, text = ''] = integrity.split('-')
  if (algorithm !== 'sha512') throw new Error(`package-lock.json has a hash that is no SHA-512: ${integrity}`)
  return { alg: 'SHA-512', content: Buffer.from(text, 'base64').toString('hex') }
}

/** What Node finds when the package imports each of its dependencies: the nearest node_modules upwards that has it. */
function neededBy(
  { path, locked }: InstalledPackage,
  byPath: ReadonlyMap<string, InstalledPackage>,
): readonly InstalledPackage[] {
  const { dependencies, optionalDependencies, peerDependencies } = locked
  const names = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })
  return names.flatMap((name) => {
    const found = foldersFrom(path).map((folder) => byPath.get(`${folder}node_modules/${name}`))
    return found.find((one) => one !== undefined) ?? []
  })
}

/** `node_modules/pg/`, then the top, for node_modules/pg. */
function foldersFrom(path: string): readonly string[] {
  if (path === '') return ['']
  const parent = path.slice(0, Math.max(0, path.lastIndexOf('/node_modules/')))
  return [`${path}/`, ...(parent === '' ? [''] : foldersFrom(parent))]
}
