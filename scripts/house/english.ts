import { type ESTree, parseSync, Visitor } from 'vite'

/** Words that this code once used in a way of its own. A sentence without them names its subject, and says what it is or does. */
const words = [
  'stands?|nobody|somebody|whoever|tells|said|anew|mend(?:s|ed|ing)?|comes to|came to|how-many-th',
  // Replaced by the terms of the field: encryption, request, draft autosave, refetch.
  'seal(?:ed|ing)|hops?|\\w+Keeper|giveBack|putOnShelf|accountTypist|useOnceThere|inARow|persistently|readAnew|drawAfterPress',
]

const word = new RegExp(`\\b(?:${words.join('|')})\\b`, 'gi')

/** The words to avoid in a file's comments and in its test titles, in order. */
export function dialectIn(path: string, source: string): readonly string[] {
  const parsed = parseSync(path, source)
  const texts = parsed.comments.map(({ value }) => value.replace(/\n\s*\*?\s*/g, ' '))
  // Asking for the program makes its tree, which takes three times as long as the comments.
  if (/\.(test|spec)\./.test(path)) texts.push(...titlesIn(parsed.program))
  return texts.flatMap((text) => text.match(word) ?? [])
}

/** What `it`, `test` and `describe` are called with first, `it.each(…)` and the like included. */
function titlesIn(program: ESTree.Program): readonly string[] {
  const titles: string[] = []
  new Visitor({
    CallExpression: ({ callee, arguments: [title] }) => {
      if (!['it', 'test', 'describe'].includes(beginningOf(callee))) return
      if (title?.type === 'Literal' && typeof title.value === 'string') titles.push(title.value)
      if (title?.type === 'TemplateLiteral') titles.push(title.quasis.map(({ value }) => value.raw).join(' '))
    },
  }).visit(program)
  return titles
}

function beginningOf(node: ESTree.Node): string {
  if (node.type === 'Identifier') return node.name
  if (node.type === 'MemberExpression') return beginningOf(node.object)
  return node.type === 'CallExpression' ? beginningOf(node.callee) : ''
}
