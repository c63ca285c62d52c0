import { expectSound } from './sound.ts'
import { expect, test } from './test.ts'

test('a person opens Payout Desk, nothing goes wrong behind the page, and assistive technology finds nothing to trip over', {
  tag: '@phone',
}, async ({ page, baseURL }) => {
  const complaints: string[] = []
  const elsewhere: string[] = []
  // A violation of the content security policy is reported on the console too.
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== baseURL) elsewhere.push(request.url())
  })

  await page.goto('/', { waitUntil: 'networkidle' })

  await expect(page).toHaveTitle(/Payout Desk/)
  await expect(page.getByRole('banner')).toContainText('Payout Desk')
  await expect(page.getByRole('main')).toBeVisible()
  await expect(page.getByText('Sandbox', { exact: true })).toBeVisible()
  expect(complaints).toEqual([])
  expect(elsewhere).toEqual([])
  await expectSound(page)
})
