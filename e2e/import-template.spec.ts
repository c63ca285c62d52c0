import { expect, test } from './test.ts'

test('a template is downloaded for a country, and what it holds is understood when it comes back', async ({ page }) => {
  await page.goto('/import')
  await page.getByLabel('Country of the template').selectOption({ label: 'Mexico · MXN' })
  const section = page.getByRole('region', { name: 'Start from a template' })
  const downloading = page.waitForEvent('download')
  await section.getByRole('button', { name: 'Excel' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('payouts-MX.xlsx')
  await page.getByLabel('File with payouts').setInputFiles(await download.path())
  await expect(page.getByLabel('Field for the column Account number')).toHaveValue('accountNumber')
})
