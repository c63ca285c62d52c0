import type { Page } from '@playwright/test'
import { detailsLinkPageSchema, submissionSchema } from '#shared/api/details-links.ts'
import { ruleBook } from '#shared/countries/rule-book.ts'
import { test } from './details-links.ts'
import { countriesThatDiffer, field, fillIn } from './payout-page.ts'
import { expectNoOverflow, expectReadable, expectSound } from './sound.ts'
import { expect } from './test.ts'

const person = { beneficiaryFirstName: 'Ana', beneficiaryLastName: 'Souza' }

const phone = { width: 360, height: 740 }

async function stateOf(clerk: Page, id: string): Promise<string | undefined> {
  const answer = await clerk.request.get('/api/details-links')
  return detailsLinkPageSchema.parse(await answer.json()).items.find((link) => link.id === id)?.state
}

/** What the browser keeps of links. */
function remembered(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('details.')))
}

/** Opens a link to Brazil and fills the form in. */
async function fillBrazil(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await page.getByLabel('First name').fill('Rui')
  await page.getByLabel('Last name').fill('Prado')
  await page.getByLabel('CPF').fill('529.982.247-25')
  await page.getByLabel('Pix key', { exact: true }).fill('rui@example.com')
}

for (const country of countriesThatDiffer)
  test(`a payee in ${country.code} gives details on a phone, compares them and sends them`, async ({
    page,
    clerk,
    makeLink,
  }) => {
    await page.setViewportSize(phone)
    const { url, id } = await makeLink({ country: country.code })
    await page.goto(url)
    await expect(page.getByRole('heading', { name: 'Your bank details' })).toBeVisible()
    await fillIn(page, country, country.methods[0], { ...person, ...country.methods[0].sample })
    await expectNoOverflow(page, country.code)
    await page.getByRole('button', { name: 'Check and send' }).click()
    const heading = page.getByRole('heading', { level: 1, name: 'This is where your money will go' })
    await expect(heading).toBeFocused()
    await expect(page.getByRole('definition').getByText('Souza')).toBeVisible()
    await expectNoOverflow(page, country.code)
    await page.getByRole('button', { name: 'Send my details' }).click()
    await expect(page.getByRole('heading', { name: 'Your details have arrived' })).toBeFocused()
    await expect(page.getByText(`Your number: ${id.slice(0, 8).toUpperCase()}`)).toBeVisible()
    expect(await remembered(page)).toEqual([])
    expect(await page.context().cookies(url)).toEqual([])
    const { entry } = submissionSchema.parse(
      await (await clerk.request.post(`/api/details-links/${id}/submission`)).json(),
    )
    expect(entry).toMatchObject({ country: country.code, ...person, ...country.methods[0].sample })
  })

test('the page begins with the method that the link asks for, and a payee who has another chooses that', async ({
  page,
  makeLink,
}) => {
  await page.goto((await makeLink({ country: 'BR', method: 'bank' })).url)
  await expect(page.getByRole('radio', { name: /^Bank account/ })).toBeChecked()
  await expect(page.getByRole('textbox', { name: 'Agency' })).toBeVisible()
  await page.getByRole('radio', { name: /^Pix Instant/ }).check()
  await page.reload()
  await expect(page.getByLabel('Pix key', { exact: true })).toBeVisible()
})

test('a payee chooses country, method and language on the page, and what is wrong is named beside its field', async ({
  page,
  makeLink,
}) => {
  await page.goto((await makeLink({ language: 'fr' })).url)
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
  await expect(page.getByText('Frete Sul souhaite vous payer')).toBeVisible()
  await page.getByRole('combobox', { name: 'Langue' }).selectOption('en')
  await page.getByRole('button', { name: 'Check and send' }).click()
  await expect(page.getByRole('link', { name: 'Choose the country of your account.' })).toBeVisible()
  await page.getByLabel('Country of your account').selectOption('PE')
  await page.getByRole('radio', { name: /^Wallet/ }).check()
  await expect(field(page, 'Phone number').first()).toBeVisible()
  await page.getByLabel('Country of your account').selectOption('MX')
  await page.getByRole('textbox', { name: /CLABE/ }).fill('03218000011835971')
  await page.getByRole('button', { name: 'Check and send' }).click()
  const summary = page.getByRole('region', { name: 'There is something to fix' })
  await expect(summary).toBeFocused()
  await summary.getByRole('link').first().click()
  await expect(page.getByLabel('First name')).toBeFocused()
  await expect(page).toHaveTitle(/^Error: /)
  // The language that was chosen is still there the next time.
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Your bank details' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: /CLABE/ })).toHaveValue('03218000011835971')
})

test('what a payee typed is there after a reload, for this link alone, until they delete it or a week is over', async ({
  page,
  makeLink,
}) => {
  const [first, second] = [await makeLink({ country: 'BR' }), await makeLink({ country: 'BR' })]
  await fillBrazil(page, first.url)
  await page.reload()
  await expect(page.getByLabel('Pix key', { exact: true })).toHaveValue('rui@example.com')
  await page.goto(second.url)
  await expect(page.getByLabel('Pix key', { exact: true })).toHaveValue('')
  await page.goto(first.url)
  await page.getByRole('button', { name: 'Delete what I typed' }).click()
  await expect(page.getByLabel('Pix key', { exact: true })).toHaveValue('')
  expect(await remembered(page)).toEqual([])
  await fillBrazil(page, first.url)
  await page.evaluate(() => {
    for (const [key, text] of Object.entries(localStorage))
      if (key.startsWith('details.')) {
        const draft = JSON.parse(text)
        localStorage.setItem(key, JSON.stringify({ ...draft, savedAt: draft.savedAt - 7 * 24 * 60 * 60_000 }))
      }
  })
  await page.goto(second.url)
  await expect(page.getByLabel('Pix key', { exact: true })).toHaveValue('')
  expect(await page.evaluate(() => Object.values(localStorage).join())).not.toContain('rui@example.com')
})

test('details whose answer is lost arrive once, whether the payee sends them again or comes back', async ({
  page,
  clerk,
  makeLink,
}) => {
  const { url, id } = await makeLink({ country: 'BR' })
  await fillBrazil(page, url)
  await page.getByRole('button', { name: 'Check and send' }).click()
  const sent: unknown[] = []
  await page.route('**/api/submit', async (route) => {
    sent.push(route.request().postDataJSON().submissionId)
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: 'Send my details' }).click()
  await expect(page.getByText('They arrive only once.')).toBeVisible()
  expect(await stateOf(clerk, id)).toBe('submitted')
  await page.getByRole('button', { name: 'Send my details' }).click()
  await expect.poll(() => sent.length).toBe(2)
  expect(new Set(sent).size).toBe(1)
  await expect(page.getByText('They arrive only once.')).toBeVisible()
  await page.unroute('**/api/submit')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Your details have arrived' })).toBeVisible()
  expect(await page.evaluate(() => Object.values(localStorage).join())).not.toContain('rui@example.com')
})

test('without a connection a payee goes on typing, and sends once it is back', async ({ page, context, makeLink }) => {
  await fillBrazil(page, (await makeLink({ country: 'BR' })).url)
  await context.setOffline(true)
  await expect(page.getByText('You are offline.')).toBeVisible()
  await page.getByLabel('City').fill('Recife')
  await page.getByRole('button', { name: 'Check and send' }).click()
  await page.getByRole('button', { name: 'Send my details' }).click()
  await expect(page.getByText('There was no answer.')).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Send my details' }).click()
  await expect(page.getByRole('heading', { name: 'Your details have arrived' })).toBeVisible()
  // Who sees a mistake only now need not type it all again.
  await page.getByRole('button', { name: 'Send a correction' }).click()
  await expect(page.getByLabel('City')).toHaveValue('Recife')
})

test('a payee pastes a text with their details, sees what was found and has it filled in; its reader loads only then', async ({
  page,
  makeLink,
}) => {
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  await page.goto((await makeLink({ country: 'BR' })).url)
  await expect(page.getByRole('heading', { name: 'Your bank details' })).toBeVisible()
  expect(loaded.filter((path) => /message-worker|paste-reader/.test(path))).toEqual([])
  await page.getByRole('button', { name: 'Paste a text with my details' }).click()
  const text = 'Nome: Rui Prado\nCPF: 529.982.247-25\nChave Pix: rui@example.com\nItaú ag 0500 cc 12345-6'
  await page.getByLabel('Text with your details').fill(text)
  await expect(page.getByRole('listitem').filter({ hasText: 'Pix key: rui@example.com' })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: /^Account number: 12345-?6$/ })).toBeVisible()
  await expectSound(page)
  await page.getByRole('button', { name: 'Fill in the form' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'fields were filled in.' })).toBeAttached()
  await expect(page.getByLabel('Pix key', { exact: true })).toHaveValue('rui@example.com')
  await expect(page.getByLabel('CPF')).toHaveValue(/529/)
  await page.getByRole('button', { name: 'Check and send' }).click()
  await expect(page.getByRole('heading', { name: 'This is where your money will go' })).toBeVisible()
  // What was pasted went nowhere.
  expect(loaded.filter((path) => path.startsWith('/api/'))).toEqual(['/api/open'])
})

test('the way back from the last look leads to the form as it was', async ({ page, makeLink }) => {
  await fillBrazil(page, (await makeLink({ country: 'BR' })).url)
  await page.getByRole('button', { name: 'Check and send' }).click()
  await expect(page.getByRole('heading', { name: 'This is where your money will go' })).toBeVisible()
  await page.goBack()
  await expect(page.getByLabel('Pix key', { exact: true })).toHaveValue('rui@example.com')
  await page.getByRole('button', { name: 'Check and send' }).click()
  await page.getByRole('button', { name: 'Change something' }).click()
  await expect(page.getByLabel('Pix key', { exact: true })).toHaveValue('rui@example.com')
})

test('a payee reads the privacy notice before they send, as text alone, in the language that there is', async ({
  page,
  makeLink,
}) => {
  await fillBrazil(page, (await makeLink({ country: 'BR' })).url)
  await page.getByRole('button', { name: 'Check and send' }).click()
  const notice = page.getByRole('paragraph').filter({ hasText: 'Guardamos sus <b>datos</b> diez años.' })
  await expect(notice).toHaveAttribute('lang', 'es')
  const address = 'https://shop.example/privacidad'
  await expect(notice.getByRole('link', { name: address, exact: true })).toHaveAttribute('href', address)
  await expectSound(page)
})

test('who got a link by mistake closes it, and nothing opens it any more', async ({ page, clerk, makeLink }) => {
  const { url, id } = await makeLink()
  await page.goto(url)
  await page.getByRole('button', { name: 'This is not for me' }).click()
  await page.getByRole('button', { name: 'Keep it open' }).click()
  await page.getByRole('button', { name: 'This is not for me' }).click()
  await page.getByRole('button', { name: 'Close the link' }).click()
  await expect(page.getByRole('heading', { name: 'The link is closed' })).toBeFocused()
  expect(await stateOf(clerk, id)).toBe('closed')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'This link is not open any more' })).toBeVisible()
  await page.goto(url.replace(/#.*/, '#wrong'))
  await expect(page.getByRole('heading', { name: 'This link is not open any more' })).toBeVisible()
})

test('a payee who is asked to correct something reads why, and that nothing sent before is shown, and sends it by the same link', async ({
  page,
  clerk,
  makeLink,
}) => {
  const { url, id } = await makeLink({ country: 'BR' })
  await fillBrazil(page, url)
  await page.getByRole('button', { name: 'Check and send' }).click()
  await page.getByRole('button', { name: 'Send my details' }).click()
  await expect(page.getByRole('heading', { name: 'Your details have arrived' })).toBeVisible()
  const seen = submissionSchema.parse(await (await clerk.request.post(`/api/details-links/${id}/submission`)).json())
  const comment = 'Is this <b>your</b> key?'
  await clerk.request.post(`/api/details-links/${id}/return`, {
    data: { submissionId: seen.submissionId, comment },
  })
  // Who has not left the page has what they typed.
  const toTypeAgain = page.getByText('Fill in every field again')
  await page.getByRole('button', { name: 'Send a correction' }).click()
  await expect(page.getByLabel('Pix key', { exact: true })).toHaveValue('rui@example.com')
  await expect(toTypeAgain).toBeHidden()
  await page.goto('about:blank')
  await page.goto(url)
  await expect(page.getByText(comment)).toBeVisible()
  await expect(toTypeAgain).toBeVisible()
  await expect(page.getByLabel('Pix key', { exact: true })).toHaveValue('')
  await fillBrazil(page, url)
  await page.getByRole('button', { name: 'Check and send' }).click()
  await page.getByRole('button', { name: 'Send my details' }).click()
  await expect(page.getByRole('heading', { name: 'Your details have arrived' })).toBeVisible()
})

test('assistive technology finds nothing to trip over on any page of a payee, nor does 320 px or text of 200 %', async ({
  page,
  makeLink,
}) => {
  const { url } = await makeLink({ country: 'BR' })
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto(url)
  await page.getByRole('radio', { name: /^Pix with bank/ }).check()
  await page.getByRole('button', { name: 'Check and send' }).click()
  for (const language of ['fr', 'pt-BR', 'es', 'en']) {
    await page.locator('header select').selectOption(language)
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await expectSound(page, { what: language })
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    await expectNoOverflow(page, `200 % in ${language}`)
    await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
  }
  await expectReadable(page)
  await page.getByRole('radio', { name: /^Pix Instant/ }).check()
  await fillBrazil(page, url)
  await page.getByRole('button', { name: 'Check and send' }).click()
  await expect(page.getByRole('heading', { name: 'This is where your money will go' })).toBeVisible()
  await expectSound(page)
  await expectReadable(page)
  await page.getByRole('button', { name: 'Send my details' }).click()
  await expect(page.getByRole('heading', { name: 'Your details have arrived' })).toBeVisible()
  await expectSound(page)
  await expectReadable(page)
})

test('a payee without a mouse gives details by keys alone', async ({ page, makeLink }) => {
  await page.goto((await makeLink({ country: 'MX' })).url)
  const { sample } = ruleBook.MX.methods[0]
  await page.getByLabel('First name').focus()
  await page.keyboard.type('Ana')
  for (const text of ['Souza', String(sample.documentNumber)]) {
    await page.keyboard.press('Tab')
    await page.keyboard.type(text)
  }
  await page.getByRole('textbox', { name: /CLABE/ }).focus()
  await page.keyboard.type(String(sample.accountNumber))
  await page.keyboard.press('Tab')
  // The number names the bank.
  await expect(page.getByRole('combobox', { name: 'Bank' })).toBeFocused()
  await expect(page.getByRole('combobox', { name: 'Bank' })).not.toHaveValue('')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'This is where your money will go' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: /privacidad$/ })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Send my details' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Your details have arrived' })).toBeFocused()
})
