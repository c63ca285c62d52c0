import { screen, waitFor, within } from '@testing-library/react'
import { request } from 'undici'
import { expect, inject, it, onTestFinished, vi } from 'vitest'
import { openPage, openPageAs, staffName } from '../testing/page-under-test.tsx'

/** What the payee's page is answered when it opens a link. */
async function opening(url: string): Promise<number> {
  const [, id = '', secret = ''] = /\/([\w-]+)#([\w-]{43})$/.exec(url) ?? []
  const { statusCode, body } = await request(`${inject('staffDetailsUrl')}/api/open`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'Chrome/141 Android' },
    body: JSON.stringify({ id, secret }),
  })
  await body.dump()
  return statusCode
}

const shownUrl = (dialog: HTMLElement) =>
  within(dialog).getByText(/^http.*#[\w-]{43}$/, { selector: 'code' }).textContent

it('A clerk asks someone new for their details: the link is shown once, with a text in the reader’s language and ways of sending it', async () => {
  const name = staffName('Rui')
  const user = await openPageAs({ name: staffName('Ana'), roles: ['clerk'] }, '/beneficiaries')
  await user.click(await screen.findByRole('button', { name: 'Ask the beneficiary' }))
  const asking = screen.getByRole('dialog', { name: 'Ask a beneficiary for their bank details' })
  await user.click(within(asking).getByRole('button', { name: 'Create the link' }))
  await within(asking).findByText('Enter a name.')
  await user.type(within(asking).getByLabelText('Name'), name)
  await user.selectOptions(within(asking).getByLabelText('Their language'), 'Português (Brasil)')
  await user.selectOptions(within(asking).getByLabelText(/^Country of the account/), 'Brazil')
  await user.selectOptions(within(asking).getByLabelText('The link works for'), '3 days')
  await user.click(within(asking).getByRole('button', { name: 'Create the link' }))

  const made = await screen.findByRole('dialog', { name: `Send this link to ${name}` })
  const url = shownUrl(made)
  const text = await within(made).findByRole('region', { name: 'Text to send' })
  expect(text.lang).toBe('pt-BR')
  expect(text.textContent).toMatch(
    /^Olá\. Para pagar você, precisamos dos seus dados bancários\. .* até \d+ de \w+ de \d{4}:http/,
  )
  const hrefs = ['Write an e-mail', 'Send by WhatsApp'].map((way) =>
    decodeURIComponent(within(made).getByRole('link', { name: way }).getAttribute('href') ?? ''),
  )
  expect(hrefs).toEqual([
    expect.stringMatching(/^mailto:\?subject=Seus dados/),
    expect.stringMatching(/^https:\/\/wa\.me\//),
  ])
  for (const href of hrefs) expect(href).toContain(url)
  within(made).getByRole('img', { name: /^QR code of the link/ })
  await user.click(within(made).getByRole('button', { name: 'Done' }))
  expect(document.body.textContent).not.toContain('#')
  expect(await opening(url ?? '')).toBe(200)
})

it('A link is listed with its state, by what it was opened and who made it; it is extended, given another address and withdrawn', async () => {
  const [name, clerk] = [staffName('Rui'), staffName('Ana')]
  const user = await openPageAs({ name: clerk, roles: ['clerk'] }, '/details-links')
  await user.click(await screen.findByRole('button', { name: 'Ask the beneficiary' }))
  await user.type(screen.getByLabelText('Name'), name)
  await user.click(screen.getByRole('button', { name: 'Create the link' }))
  const first = shownUrl(await screen.findByRole('dialog', { name: `Send this link to ${name}` })) ?? ''
  await user.click(screen.getByRole('button', { name: 'Done' }))
  const row = async () => (await screen.findByText(name)).closest('tr') ?? document.body
  within(await row()).getByText('Not opened')
  within(await row()).getByText(clerk)
  expect(await opening(first)).toBe(200)

  await user.click(screen.getByRole('button', { name: `Renew: ${name}` }))
  await user.click(screen.getByRole('button', { name: 'Renew' }))
  await waitFor(async () => within(await row()).getByText(/Chrome, Android/))
  expect(await opening(first)).toBe(200)

  await user.click(screen.getByRole('button', { name: `Renew: ${name}` }))
  await user.click(screen.getByRole('radio', { name: /^New address/ }))
  await user.click(screen.getByRole('button', { name: 'Renew' }))
  const second = shownUrl(await screen.findByRole('dialog', { name: `Send this link to ${name}` })) ?? ''
  await user.click(screen.getByRole('button', { name: 'Done' }))
  expect(await Promise.all([opening(first), opening(second)])).toEqual([410, 200])

  await user.selectOptions(screen.getByLabelText('State'), 'Withdrawn')
  await waitFor(() => expect(screen.queryByText(name)).toBeNull())
  await user.selectOptions(screen.getByLabelText('State'), 'All states')
  await user.click(await screen.findByRole('button', { name: `Withdraw: ${name}` }))
  await user.click(screen.getByRole('button', { name: 'Withdraw' }))
  await waitFor(async () => within(await row()).getByText('Withdrawn'))
  expect(within(await row()).queryByRole('button')).toBeNull()
  expect(await opening(second)).toBe(410)
})

it('A viewer sees the links and makes none', async () => {
  await openPageAs({ name: staffName('Vera'), roles: ['viewer'] }, '/details-links')
  await screen.findByRole('heading', { level: 1, name: 'Details links' })
  await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull())
  expect(screen.queryByRole('button', { name: 'Ask the beneficiary' })).toBeNull()
})

it('Where beneficiaries have no page of their own, nothing on the screens speaks of one', async () => {
  await openPage('/beneficiaries')
  await screen.findByRole('link', { name: 'New beneficiary' })
  expect(screen.queryByRole('button', { name: 'Ask the beneficiary' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Details links' })).toBeNull()
})

it('A pasted list of names becomes a file with a link for each that opens, in the language of each, and the rows that name no one to ask are listed', async () => {
  const [first, second] = [staffName('Rui'), staffName('=Ama')]
  const user = await openPageAs({ name: staffName('Ana'), roles: ['clerk'] }, '/details-links')
  await user.click(await screen.findByRole('button', { name: 'Ask many…' }))
  const choosing = screen.getByRole('dialog', { name: 'Ask many beneficiaries' })
  await user.click(within(choosing).getByLabelText('Names'))
  await user.paste('Name\tCountry\tMethod\nLu\tBR\tCheque\n')
  await user.click(within(choosing).getByRole('button', { name: 'Continue' }))
  await within(choosing).findByText('Row 2: the method “Cheque” is none of the country’s')
  await user.clear(within(choosing).getByLabelText('Names'))
  await user.click(within(choosing).getByLabelText('Names'))
  await user.paste(
    `Name\tCountry\tMethod\tLanguage\n${first}\tBrazil\tPix\tportuguês\n${second}\tGH\t\t\nNoa\tAtlantis\t\t\nLu\tBR\tCheque\t\n`,
  )
  await user.click(within(choosing).getByRole('button', { name: 'Continue' }))
  const found = await screen.findByRole('dialog', { name: '2 names found' })
  within(found).getByText('2 rows are left out')
  within(found).getByText('Row 4: the country “Atlantis” is not known')
  within(found).getByText('Row 5: the method “Cheque” is none of the country’s')
  await user.click(within(found).getByRole('button', { name: 'Create 2 links' }))
  const made = await screen.findByRole('dialog', { name: '2 links were created' })
  const blobs: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (blob instanceof Blob) blobs.push(blob)
    return 'blob:links'
  })
  onTestFinished(() => void vi.restoreAllMocks())
  await user.click(within(made).getByRole('button', { name: 'Download as CSV' }))
  await waitFor(() => expect(blobs).toHaveLength(1))
  const csv = (await blobs[0]?.text()) ?? ''
  expect(csv).toContain(`${first},BR,pix,pt-BR,`)
  expect(csv).toContain('Olá. Para pagar você')
  // No spreadsheet takes a name for a formula.
  expect(csv).toContain(`'${second},GH,,en,`)
  const urls = csv.match(/http\S+#[\w-]{43}/g) ?? []
  expect(new Set(urls).size).toBe(2)
  for (const url of new Set(urls)) expect(await opening(url)).toBe(200)
  await user.click(within(made).getByRole('button', { name: 'Done' }))
  await screen.findByText(first)
})

it('A link is mailed from the app while it is shown, and the page shows what the mail server refused', async () => {
  const user = await openPageAs({ name: staffName('Ana'), roles: ['clerk'] }, '/beneficiaries')
  await user.click(await screen.findByRole('button', { name: 'Ask the beneficiary' }))
  await user.type(within(screen.getByRole('dialog')).getByLabelText('Name'), staffName('Rui'))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Create the link' }))
  const made = await screen.findByRole('dialog', { name: /^Send this link to/ })
  const address = await within(made).findByLabelText('E-mail address of the beneficiary')
  const send = within(made).getByRole('button', { name: 'Send from the app' })
  await user.click(send)
  within(made).getByText('Enter an e-mail address, such as ana@example.com.')
  await user.type(address, 'rui@refused.example')
  await user.click(send)
  await within(made).findByText(/^The mail server did not accept it/)
  await user.clear(address)
  await user.type(address, 'rui@frete.example')
  await user.click(send)
  await within(made).findByText('Sent to rui@frete.example.')
})
