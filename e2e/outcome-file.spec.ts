import { payoutSchema } from '#shared/api/payout.ts'
import { approveAndExport, inReview, pixDetails, unique } from './saved-beneficiaries.ts'
import { expectSound } from './sound.ts'
import { expect, test } from './test.ts'

test('outcomes from a file: a clerk confirms what its words mean, compares, states them and finds the refused one', async ({
  page,
  colleague,
}) => {
  const ids = [await inReview(page, pixDetails(unique())), await inReview(page, pixDetails(unique()))]
  const references: string[] = []
  for (const id of ids) {
    await approveAndExport(colleague.page, id)
    references.push(payoutSchema.parse(await (await page.request.get(`/api/payouts/${id}`)).json()).externalReference)
  }
  const [first, second] = references
  const rows = [`Referencia;Estado;Motivo`, `${first};Pagado;`, `${second};XJ-9;Account closed`, 'nobody;Pagado;']
  const file = { name: 'november.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) }

  await page.goto('/exports')
  await page.getByRole('link', { name: 'Import outcomes from a file' }).click()
  await page.getByLabel('File with outcomes').setInputFiles(file)
  await expect(page.getByLabel('Reference')).toHaveValue('0')
  await expect(page.getByLabel('Meaning of Pagado')).toHaveValue('paid')
  const compare = page.getByRole('button', { name: 'Compare with the payouts' })
  await expect(compare).toHaveAccessibleDescription('Choose what each word means.')
  await page.getByLabel('Meaning of XJ-9').selectOption('Refused')
  await compare.click()
  await expect(page.getByText('2 (1 paid, 1 refused)')).toBeVisible()
  await expect(page.getByRole('row', { name: /nobody/ })).toBeVisible()
  await expectSound(page)
  await page.getByRole('button', { name: 'Record 2 outcomes' }).click()
  await expect(page.getByText('2 recorded, 0 already recorded, 0 not accepted')).toBeVisible()

  await page.goto('/exports/outcomes')
  await page.getByLabel('File with outcomes').setInputFiles(file)
  await page.getByLabel('Meaning of XJ-9').selectOption('Refused')
  await compare.click()
  const record = page.getByRole('button', { name: /^Record/ })
  await expect(record).toHaveAccessibleDescription('Nothing in this file is new: its outcomes are already recorded.')
  await page.getByLabel(/^Also record again/).check()
  await expect(record).toHaveAccessibleName('Record 2 outcomes')

  await page.goto(`/payouts/${ids[1]}`)
  const outcome = page.getByRole('region', { name: 'Outcome', exact: true })
  await expect(outcome.getByText(/^Refused, as reported by .+ from the file november.csv/)).toBeVisible()
  await expect(outcome.getByText('Account closed')).toBeVisible()
})

test('the words of a file of outcomes fit a phone', { tag: '@phone-alone' }, async ({ page }) => {
  await page.goto('/exports/outcomes')
  const rows = 'Reference,Status,Paid amount,Paid currency\nA-1,Paid,1.000,BRL\nA-2,Unheard of,,'
  const file = { name: 'november.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) }
  await page.getByLabel('File with outcomes').setInputFiles(file)
  await expect(page.getByLabel('Meaning of Unheard of')).toBeVisible()
  await expect(page.getByRole('group', { name: 'What does 1.000 mean in this file?' })).toBeVisible()
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
})
