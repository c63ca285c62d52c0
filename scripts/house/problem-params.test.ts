import { parseSync, Visitor } from 'vite'
import { expect, it } from 'vitest'
import { filesOf, isOfTests, read } from './source-files.ts'

/** A failure as the source makes it, where its detail is a text that stands there. */
interface Made {
  readonly code: string
  readonly detail: string
  readonly params: string
  readonly place: string
}

const made = filesOf('server', ['.ts'])
  .filter((path) => !isOfTests(path))
  .flatMap((path) => failuresIn(path, read(path)))

it('Details that differ carry params that differ, so that each language can tell them apart', () => {
  expect(made.length).toBeGreaterThan(40)
  expect(made.filter((one) => made.some((other) => areConfused(one, other))).map(inALine)).toEqual([])
  expect(servedByOne.filter((detail) => !made.some((one) => one.detail === detail))).toEqual([])
})

it('The check itself sees two details under the same params', () => {
  const [one, other, third] = failuresIn(
    'a.ts',
    `new Failure('ERASED', 'One.', { params: { what: 'x' } })
    function make() { const detail = \`Two \${n}.\`; return new Failure('ERASED', detail, { ids, params: { what: 'x' } }) }
    new Failure('ERASED', 'Three.', { params: { what: 'y' } })`,
  )
  expect([one, other, third].map((failure) => failure?.detail)).toEqual(['One.', 'Two {}.', 'Three.'])
  expect(one && other && areConfused(one, other)).toBe(true)
  expect(one && third && areConfused(one, third)).toBe(false)
})

/** What no page sends: a person is told to load it again. */
const ofPrograms = ['MALFORMED_BODY', 'MALFORMED_REQUEST', 'UNSUPPORTED_MEDIA_TYPE']

/** What one sentence of the page serves: it names no more than the code, or a program alone asks there. */
const servedByOne = [
  // There is nothing at this address.
  'There is nothing at this address.',
  'There is no such file.',
  'Compare the address with those of /api/openapi.json.',
  'There are no rules under this country code; /api/rules lists all.',
  'This server talks to the real provider, not to the sandbox.',
  'You have asked for nothing under this key in the last 24 hours.',
  // There is no such beneficiary.
  'There is no such beneficiary.',
  'There is no such beneficiary.',
  // Nothing is left to show or to change.
  'This beneficiary was erased and cannot be changed.',
  'This beneficiary was erased: nothing is left to show.',
  // Try again in a few seconds.
  'It ends before the call could be sent. Try again in a few seconds.',
  'It takes no new work. Try again in a few seconds.',
  // Send a new key.
  'The key was used for other values in the last 24 hours. Send a new key for a new validation.',
  'You used the key for something else in the last 24 hours. Send a new key for a new intent.',
]

function areConfused(one: Made, other: Made): boolean {
  const isSame = one.code === other.code && one.params === other.params && one.detail !== other.detail
  return isSame && !ofPrograms.includes(one.code) && ![one, other].every(({ detail }) => servedByOne.includes(detail))
}

function inALine({ place, code, detail, params }: Made): string {
  return `${place} ${code} ${params}: ${detail}`
}

function failuresIn(path: string, source: string): readonly Made[] {
  const { program } = parseSync(path, source)
  const found: Made[] = []
  const constants = new Map<string, string>()
  new Visitor({
    // The nearest before a failure is that of its function.
    VariableDeclarator: ({ id, init }) => {
      const text = textOf(init, constants)
      if (id.type === 'Identifier' && text !== undefined) constants.set(id.name, text)
    },
    NewExpression: ({ callee, arguments: [code, detail, particulars], start }) => {
      const words = textOf(detail, constants)
      if (callee.type !== 'Identifier' || callee.name !== 'Failure' || words === undefined) return
      const rest = particulars === undefined ? '' : source.slice(particulars.start, particulars.end)
      // Faults and warnings have codes of their own.
      if (code?.type !== 'Literal' || /\b(errors|warnings)\b/.test(rest)) return
      const place = `${path}:${source.slice(0, start).split('\n').length}`
      found.push({
        code: `${code.value}`,
        detail: words,
        params: /params: (\{[^}]*\}|\w+)/.exec(rest)?.[1] ?? '',
        place,
      })
    },
  }).visit(program)
  return found
}

/** A text that stands there, or under its name; what is filled in does not tell two details apart. */
function textOf(node: unknown, constants: ReadonlyMap<string, string>): string | undefined {
  if (!isNode(node)) return undefined
  if (node.type === 'Literal') return String(node.value)
  if (node.type === 'Identifier') return constants.get(String(node.name))
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node.quasis)) return undefined
  return node.quasis.map((quasi) => `${quasi.value.cooked}`).join('{}')
}

function isNode(node: unknown): node is Readonly<Record<string, unknown>> {
  return typeof node === 'object' && node !== null && 'type' in node
}
