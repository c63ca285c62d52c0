import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Page } from '@playwright/test'
import { embedder } from './accounts-server.ts'
import { test } from './details-links.ts'
import { expect } from './test.ts'

/**
 * Opens a page of another site with the link in a frame, which keeps all messages that it hears. A server of its own answers: a browser lets no page
 * without an address open one of this machine.
 */
async function embed(page: Page, origin: string, url: string): Promise<void> {
  const body = `<!doctype html><title>Shop</title><iframe title="Details" src="${url}" width="600" height="900"></iframe>
    <script>heard = []; addEventListener('message', ({ origin, data }) => heard.push({ origin, data }))</script>`
  const server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(body))
  await once(server.listen(Number(new URL(origin).port), '127.0.0.1'), 'listening')
  page.once('close', () => server.close())
  await page.goto(`${origin}/shop`)
}

function heard(page: Page): Promise<unknown> {
  return page.evaluate(() => Reflect.get(window, 'heard'))
}

test('a page that is named may hold the page of a payee, hears that details were sent, but none of them, and may be gone back to', async ({
  page,
  makeLink,
}) => {
  const { url, id } = await makeLink({ country: 'BR', returnUrl: `${embedder}/payees` })
  await embed(page, embedder, url)
  const frame = page.frameLocator('iframe')
  await frame.getByLabel('First name').fill('Rui')
  await frame.getByLabel('Last name').fill('Prado')
  await frame.getByLabel('CPF').fill('529.982.247-25')
  await frame.getByLabel('Pix key', { exact: true }).fill('rui@example.com')
  await frame.getByRole('button', { name: 'Check and send' }).click()
  expect(await heard(page)).toEqual([])
  await frame.getByRole('button', { name: 'Send my details' }).click()
  await expect(frame.getByRole('heading', { name: 'Your details have arrived' })).toBeVisible()
  await expect.poll(() => heard(page)).toEqual([{ origin: new URL(url).origin, data: { id, state: 'submitted' } }])
  await frame.getByRole('link', { name: 'Back to localhost:4399' }).click()
  await expect(page).toHaveURL(`${embedder}/payees`)
})

test('no other page may hold the page of a payee', async ({ page, makeLink }) => {
  const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'))
  await embed(page, 'http://localhost:4398', (await makeLink({ country: 'BR' })).url)
  await refused
  await expect(page.frameLocator('iframe').getByLabel('First name')).toHaveCount(0)
})
