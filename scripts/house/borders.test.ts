import { expect, it } from 'vitest'
import { borderError } from './borders.ts'
import { circlesIn, filesOf, importsOf, projectPath, read, type SourceFolder, sourceFolders } from './source-files.ts'

/** Fewer files than these mean that the test looks in the wrong place. */
const fewest: readonly (readonly [SourceFolder, number])[] = [
  ['shared', 80],
  ['server', 40],
  ['web', 40],
  ['e2e', 1],
  ['scripts', 15],
  ['bin', 2],
  ['bench', 5],
]

/** What each file imports, read once. */
const importsByRoom = new Map(
  sourceFolders.map((room) => {
    const files = filesOf(room, ['.ts', '.tsx', '.mjs'])
    return [room, files.map((path) => ({ path, modules: importsOf(path, read(path)) }))]
  }),
)

it.each(fewest)('The borders between the rooms hold in every file of %s', (room, least) => {
  const files = importsByRoom.get(room) ?? []
  const imports = files.flatMap(({ path, modules }) => modules.map((module) => ({ path, module })))
  const errors = imports.flatMap(({ path, module }) => {
    const error = borderError(path, module)
    return error === undefined ? [] : [`${path} imports ${module}: ${error}`]
  })
  expect(errors).toEqual([])
  expect(files.length).toBeGreaterThanOrEqual(least)
  expect(imports.length).toBeGreaterThan(least)
})

it('The borders between the rooms leave no circle of files', () => {
  const files = [...importsByRoom.values()].flat()
  const imports = files.map(
    ({ path, modules }) => [path, modules.flatMap((module) => projectPath(path, module) ?? [])] as const,
  )
  expect(circlesIn(new Map(imports))).toEqual([])
  expect(imports.filter(([, targets]) => targets.length > 0).length).toBeGreaterThan(500)
})

it('The borders between the rooms tell a circle by the files on it', () => {
  const imports = { a: ['b'], b: ['c', 'd'], c: ['b'], d: [], e: ['e'] }
  expect(circlesIn(new Map(Object.entries(imports)))).toEqual([
    ['b', 'c', 'b'],
    ['e', 'e'],
  ])
})

it('The borders between the rooms see every way in which a module can be named', () => {
  const source = `
      import a, { type B } from './value.ts'
      import type { C } from './type.ts'
      import './side-effect.css'
      export { d } from './re-export.ts'
      export * from './all.ts'
      const e = await import('./lazy.ts')
      type F = import('./type-of.ts').F
      const g = await import(e)
      const text = "import { h } from './string.ts'" // import './comment.ts'
      export const i = <p>{g}</p>
    `
  const found = ['value.ts', 'type.ts', 'side-effect.css', 're-export.ts', 'all.ts', 'lazy.ts', 'type-of.ts']
  expect(importsOf('x.tsx', source)).toEqual([...found.map((name) => `./${name}`), '(computed)'])
})

it('The borders between the rooms refuse to pass over a file that cannot be read', () => {
  expect(() => importsOf('x.ts', 'import {')).toThrow('x.ts')
})

it.each([
  ['shared/payout/amount.ts', '#server/settings/config.ts'],
  ['shared/payout/amount.ts', '../../server/settings/config.ts'],
  ['shared/payout/amount.ts', '../countries/peru.ts'],
  ['shared/payout/amount.ts', 'node:fs'],
  ['shared/payout/amount.ts', 'zod'],
  ['shared/payout/amount.ts', 'react'],
  ['shared/payout/amount.test.ts', '../../web/api/api.ts'],
  ['shared/payout/amount.ts', '#shared/validation/read-body.ts'],
  ['shared/payout/amount.ts', '#shared/rules/rules-document.ts'],
  ['shared/payout/amount.ts', '#shared/testing/slips.ts'],
  ['shared/countries/peru.ts', '#shared/payout/pix-key.ts'],
  ['shared/rule-book/shape.ts', '#shared/countries/rule-book.ts'],
  ['shared/banks/peru.ts', '#shared/rule-book/country.ts'],
  ['shared/check-digits/cci.ts', '#shared/banks/peru.ts'],
  ['shared/api/issue.ts', '#shared/rule-book/country.ts'],
  ['shared/payout/amount.ts', '#shared/paste/read-message.ts'],
  ['shared/paste/read-message.ts', '#shared/validation/read-body.ts'],
  ['shared/extra/new.ts', '#shared/api/issue.ts'],
  ['shared/payout/amount.ts', '#shared/extra/new.ts'],
  ['web/api/api.ts', '../../server/settings/config.ts'],
  ['web/api/api.ts', '../../shared/payout/amount.ts'],
  ['web/api/api.ts', 'express'],
  ['web/api/api.ts', 'node:path'],
  ['web/api/api.ts', '(computed)'],
  ['web/ui/field.tsx', '#shared/countries/peru.ts'],
  ['web/ui/field.tsx', '../payouts/payout-form.tsx'],
  ['web/ui/field.tsx', '../language/issue-text.ts'],
  ['web/language/catalog.ts', '../api/api.ts'],
  ['web/language/catalog.ts', '../ui/field.tsx'],
  ['web/state/store.ts', '../ui/press.ts'],
  ['web/api/api.ts', '../screen/page.tsx'],
  ['web/entry/entry-form.tsx', '../payouts/payout-form.tsx'],
  ['web/validations/validation-row.tsx', '../entry/reading.ts'],
  ['web/payouts/payout-form.tsx', '../beneficiaries/beneficiary-form.tsx'],
  ['web/review/review.tsx', '../exports/exports.tsx'],
  ['web/payouts/payout-form.tsx', '../app/app.tsx'],
  ['web/payouts/payout-form.tsx', '../testing/page-under-test.tsx'],
  ['web/extra/new.ts', '../ui/field.tsx'],
  ['web/details/calls.ts', '../api/api.ts'],
  ['web/details/details-form.tsx', '../entry/entry-field.tsx'],
  ['web/entry/bank-combobox.tsx', '../api/bank-names.ts'],
  ['web/app/app.tsx', '../details/details-page.tsx'],
  ['server/app/app.ts', '../../web/api/api.ts'],
  ['server/app/app.ts', 'react'],
  ['server/app/app.ts', '../sandbox/start-sandbox.ts'],
  ['server/app/app.ts', '../testing/test-app.ts'],
  ['server/routes/system.ts', '../app/app.ts'],
  ['server/routes/system.ts', '../provider/provider-client.ts'],
  ['server/routes/system.ts', '../sandbox/memory.ts'],
  ['server/provider/retries.ts', '../merchant/current-merchant.ts'],
  ['server/provider/retries.ts', '../routes/system.ts'],
  ['server/provider/retries.ts', '../routes/app-deps.ts'],
  ['server/merchant/current-merchant.ts', '../routes/system.ts'],
  ['server/merchant/current-merchant.ts', '../http/problems.ts'],
  ['server/http/problems.ts', '../payouts/find-payouts.ts'],
  ['server/http/route.ts', '../routes/system.ts'],
  ['server/kernel/limit.ts', '../store/store.ts'],
  ['server/provider/retries.ts', '../store/store.ts'],
  ['server/entry/details.ts', '../payout-state/approval-state.ts'],
  ['server/policy/need-of-payout.ts', '../beneficiaries/save-beneficiary.ts'],
  ['server/beneficiaries/find-beneficiaries.ts', '../payouts/find-payouts.ts'],
  ['server/payouts/find-payouts.ts', '../batches/batches.ts'],
  ['server/batches/batches.ts', '../exports/find-exports.ts'],
  ['server/sample-data/load-sample.ts', '../privacy/person-data.ts'],
  ['server/programs/people-program.ts', '../privacy/person-data.ts'],
  ['server/routes/payouts.ts', '../store/store.ts'],
  ['server/extra/new.ts', '../kernel/limit.ts'],
  ['server/payouts/find-payouts.ts', '../extra/new.ts'],
  ['server/http/route.ts', '../openapi/document.ts'],
  ['server/sandbox/memory.ts', '../provider/provider-client.ts'],
  ['server/beneficiaries/save-beneficiary.ts', 'kysely'],
  ['server/app/start-app.ts', 'pg'],
  ['server/entry/payout-rows.ts', 'pg'],
  ['server/payouts/find-payouts.ts', 'kysely'],
  ['server/store/open-store.ts', '../beneficiaries/book.ts'],
  ['e2e/smoke.spec.ts', '../server/settings/config.ts'],
  ['scripts/language/catalogs.ts', '../../web/language/language.ts'],
  ['server/app/app.ts', '../../bench/app.ts'],
  ['scripts/run.mjs', '../bench/app.ts'],
  ['bench/reading.ts', '../shared/payout/preview.ts'],
  ['bench/reading.ts', '../web/app/api.ts'],
  ['bench/app.ts', '#server/settings/config.ts'],
  ['top-level.ts', 'react'],
])('The borders between the rooms do not let %s import %s', (path, module) => {
  expect(borderError(path, module)).toBeTypeOf('string')
})

it.each([
  ['shared/payout/amount.ts', './given.ts'],
  ['shared/payout/amount.ts', '#shared/countries/peru.ts'],
  ['shared/payout/amount.ts', 'zod/mini'],
  ['shared/payout/amount.test.ts', 'fast-check'],
  ['shared/payout/amount.test.ts', '#shared/testing/preview-in-tests.ts'],
  ['shared/countries/peru.test.ts', '#shared/validation/validation-questions.ts'],
  ['shared/rule-book/country.ts', '#shared/banks/bank.ts'],
  ['shared/countries/peru.ts', '#shared/check-digits/cci.ts'],
  ['shared/validation/read-body.ts', '#shared/payout/field-values.ts'],
  ['shared/paste/read-message.ts', '#shared/payout/amount.ts'],
  ['shared/rules/rules-document.ts', '#shared/validation/read-body.ts'],
  ['web/api/api.ts', '#shared/api/problem.ts'],
  ['web/api/api.ts', '../ui/field.tsx'],
  ['web/ui/field.tsx', './field.module.css'],
  ['web/ui/field.tsx', '../language/translate.ts'],
  ['web/language/translate.ts', './language.ts'],
  ['web/details/details-form.tsx', '../entry/bank-combobox.tsx'],
  ['web/entry/bank-field.tsx', './bank-combobox.tsx'],
  ['web/language/translate.ts', '#shared/language/languages.ts'],
  ['shared/api/issue-codes.ts', '#shared/language/message-id.ts'],
  ['web/language/problem-words.ts', '#shared/api/problem.ts'],
  ['server/app/start-app.ts', '../sandbox/start-sandbox.ts'],
  ['server/routes/system.ts', '../merchant/current-merchant.ts'],
  ['server/routes/system.ts', './app-deps.ts'],
  ['server/merchant/current-merchant.ts', '../provider/provider-client.ts'],
  ['server/main.ts', './app/start-app.ts'],
  ['server/routes/app-deps.ts', '../store/store.ts'],
  ['server/routes/beneficiaries.ts', '../privacy/person-data.ts'],
  ['server/payouts/find-payouts.ts', '../beneficiaries/find-beneficiaries.ts'],
  ['server/beneficiaries/save-beneficiary.ts', '../payout-state/moved-payout.ts'],
  ['server/privacy/person-data.test.ts', '../routes/system.ts'],
  ['server/openapi/operation.ts', '../http/route.ts'],
  ['server/sandbox/read-request.ts', '../provider/wire-names.ts'],
  ['server/provider/retries.ts', '../kernel/failure.ts'],
  ['server/store/open-sqlite.ts', 'libsql'],
  ['server/entry/payout-rows.ts', 'kysely'],
  ['server/entry/details-trail.ts', 'kysely'],
  ['server/payouts/search/payout-text.ts', 'kysely'],
  ['server/kernel/version.ts', '../../package.json'],
  ['bench/reading.ts', '#shared/testing/noisy-entries.ts'],
  ['bench/app.ts', '../server/settings/config.ts'],
  ['bench/form-speed.ts', '../scripts/browser.mjs'],
  ['bench/beneficiary-search.ts', 'pg'],
  ['server/beneficiaries/save-beneficiary.ts', '../store/store.ts'],
])('The borders between the rooms let %s import %s', (path, module) => {
  expect(borderError(path, module)).toBeUndefined()
})
