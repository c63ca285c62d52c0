import { type ESTree, Visitor } from 'vite'

/** What `it`, `itOnSome`, `test` and `describe` are called with first, `it.each(…)` and the like included; a value in a title is a blank. */
export function titlesIn(program: ESTree.Program): readonly string[] {
  const titles: string[] = []
  new Visitor({
    CallExpression: ({ callee, arguments: [title] }) => {
      if (!['it', 'itOnSome', 'test', 'describe'].includes(beginningOf(callee))) return
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
