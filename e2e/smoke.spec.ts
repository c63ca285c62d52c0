import { expect, test } from './test.ts'

test('a person opens the screens of Payout Desk: nothing goes wrong behind the page, and no other host is asked', async ({
  page,
  baseURL,
}) => {
  const complaints: string[] = []
  const hosts = new Set<string>()
  // A violation of the content security policy is reported on the console too.
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('request', (request) => hosts.add(new URL(request.url()).origin))

  await page.goto('/')
  await expect(page).toHaveTitle(/Payout Desk/)
  await expect(page.getByRole('banner')).toContainText('Payout Desk')
  await expect(page.getByText('Sandbox', { exact: true })).toBeVisible()
  for (const path of ['/payouts/new', '/review', '/exports', '/beneficiaries', '/activity', '/rules/BR', '/about']) {
    await page.goto(path, { waitUntil: 'networkidle' })
    await expect(page.getByRole('main')).toBeVisible()
  }
  expect(complaints).toEqual([])
  expect([...hosts]).toEqual([baseURL])
})
