import { fileURLToPath } from 'node:url'
import { build, type Rolldown } from 'vite'
import { expect, test } from 'vitest'
import { messagesIn } from './catalogs.ts'
import { thinCatalogs } from './thin-catalogs.ts'

test('What reads a file in the page is served with the labels of columns in every language, and with no other sentence', async () => {
  const input = fileURLToPath(new URL('../../shared/import/match-columns.ts', import.meta.url))
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [thinCatalogs()],
    build: { write: false, lib: { entry: input, formats: ['es'] } },
  })
  const code = codeOf(built)
  for (const language of ['en', 'es', 'pt-BR', 'fr'] as const) {
    const messages = messagesIn(language)
    expect(code).toContain(messages['field.accountNumber'])
    expect(code).toContain(messages['country.CI'])
    expect(code).not.toContain(messages['problem.SHUTTING_DOWN.detail'])
  }
  expect(code.length).toBeLessThan(250_000)
})

function codeOf(built: Awaited<ReturnType<typeof build>>): string {
  const outputs = [built].flat().flatMap((one) => ('output' in one ? one.output : []))
  return outputs
    .map((output: Rolldown.OutputChunk | Rolldown.OutputAsset) => ('code' in output ? output.code : ''))
    .join('\n')
}
