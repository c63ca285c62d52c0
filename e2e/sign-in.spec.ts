import {
  addAuthenticator,
  confirmAbout,
  confirmChange,
  endSession,
  enrolByPasskey,
  expect,
  inviteAdmin,
  keepCodes,
  newEmail,
  signOut,
  test,
  totpCode,
} from './accounts.ts'
import { expectSound } from './sound.ts'

test('who is invited makes a passkey, keeps the recovery codes, and signs in by a touch from then on', async ({
  page,
}) => {
  const device = await addAuthenticator(page)
  await page.goto((await inviteAdmin()).link)
  await expect(page.getByRole('heading', { level: 1, name: 'Set up your account' })).toBeVisible()
  await expectSound(page)
  await page.getByRole('textbox', { name: 'Your name' }).fill('')
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await expect(page.getByRole('textbox', { name: 'Your name' })).toHaveAccessibleDescription(/Enter your name\.$/)
  const name = newEmail('Ana').slice(0, 12)
  await page.getByRole('textbox', { name: 'Your name' }).fill(name)
  await page.getByRole('button', { name: 'Create a passkey' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Save your recovery codes' })).toBeVisible()
  await expectSound(page)
  await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(8)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('checkbox')).toHaveAccessibleDescription(/Save the codes first/)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe('payout-desk-recovery-codes.txt')
  await keepCodes(page)
  expect(page.url()).not.toContain('#')

  await page.goto('/rules')
  await device.touched(false)
  await signOut(page)
  await expectSound(page)
  await device.touched(true)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByRole('button', { name: `Signed in as ${name}` })).toBeVisible()
  await expect(page).toHaveURL(/\/rules$/)
})

test('the browser offers the passkey below the field of the e-mail address, and choosing it signs in', async ({
  page,
}) => {
  await enrolByPasskey(page, (await inviteAdmin()).link, newEmail('Hal').slice(0, 12))
  await page.goto('/about')
  await page.getByRole('button', { name: /^Signed in as/ }).click()
  const offered = page.waitForRequest('**/api/sign-in/passkey')
  await page.getByRole('button', { name: 'Sign out' }).click()
  // The device is touched as soon as it is asked.
  await offered
  await expect(page.getByRole('heading', { level: 1, name: /About/ })).toBeVisible()
})

test('a link that was used says so, and whom to ask', async ({ page, browser }) => {
  const { link } = await inviteAdmin()
  await enrolByPasskey(page, link, newEmail('Bea').slice(0, 12))
  const other = await browser.newPage()
  await other.goto(link)
  await expect(other.getByText('This link no longer works')).toBeVisible()
  await expect(other.getByText('Ask an admin for a new link')).toBeVisible()
  await other.close()
})

test('without a passkey a person pairs an app, and signs in with password and code, each typed once', async ({
  page,
}) => {
  const password = 'four calm otters paddle'
  const { email, link } = await inviteAdmin()
  await page.goto(link)
  await page.getByRole('textbox', { name: 'Your name' }).fill(newEmail('Carla').slice(0, 14))
  await page.getByText('Use a password and a code instead').click()
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  await expectSound(page)
  const secret = (await page.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{1,4})+$/).textContent()) ?? ''
  await page.getByLabel('New password', { exact: true }).fill('too short')
  await page.getByLabel('Code from the app').fill(totpCode(secret))
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByLabel('New password', { exact: true })).toHaveAccessibleDescription(/has 9 characters/)
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Set password' }).click()
  await keepCodes(page)

  await signOut(page)
  for (const [label, autocomplete] of [
    ['E-mail address', 'username webauthn'],
    ['Password', 'current-password'],
    ['Code', 'one-time-code'],
  ] as const)
    await expect(page.getByLabel(label, { exact: true }).first()).toHaveAttribute('autocomplete', autocomplete)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByLabel('E-mail address').first()).toBeFocused()
  await page.getByLabel('E-mail address').first().fill(email)
  await page.getByLabel('Password', { exact: true }).fill('not this one at all')
  await page.getByLabel('Code', { exact: true }).fill(totpCode(secret, 1))
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('alert').getByText('What you entered does not match')).toBeVisible()
  await expect(page.getByLabel('E-mail address').first()).toHaveValue(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('button', { name: /^Signed in as/ })).toBeVisible()
})

test('a recovery code and a word at the command line let an admin back in once, to make another passkey', async ({
  page,
  browser,
}) => {
  const { email, link } = await inviteAdmin()
  const name = newEmail('Dora').slice(0, 13)
  const { codes } = await enrolByPasskey(page, link, name)
  // Another device, without the passkey.
  const context = await browser.newContext()
  const other = await context.newPage()
  await addAuthenticator(other)
  await other.goto(page.url())
  await other.getByText('I have neither my passkey nor my authenticator app').click()
  await expect(other.getByLabel('Recovery code')).toBeVisible()
  await other.getByLabel('E-mail address').last().fill(email)
  await other.getByRole('button', { name: 'Use this code' }).click()
  await expect(other.getByLabel('Recovery code')).toHaveAccessibleDescription(/Enter one of your recovery codes/)
  await other.getByLabel('Recovery code').fill(codes[0]?.toLowerCase() ?? '')
  await other.getByRole('button', { name: 'Use this code' }).click()
  await expect(other.getByText(/Another admin, or the person who runs the server, has to confirm it/)).toBeVisible()
  await confirmAbout(name)
  await other.reload()
  await expect(other.getByRole('heading', { level: 1, name: 'Set up a new way to sign in' })).toBeVisible()
  await other.getByRole('button', { name: 'Create a passkey' }).click()
  await keepCodes(other)
  await other.goto('/account')
  await expect(other.getByText(/7 codes are left|8 codes are left/)).toBeVisible()
  await context.close()
})

test('what takes a proof asks for it in place, and goes on with all that was typed', async ({ page }) => {
  await enrolByPasskey(page, (await inviteAdmin()).link, newEmail('Eva').slice(0, 12))
  await page.goto('/account')
  await expect(page.getByRole('heading', { level: 1, name: 'Your account' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create new codes' })).toBeVisible()
  await expectSound(page)
  // The proof of signing in is five minutes old.
  let isOld = true
  await page.route('**/api/account/recovery-codes', async (route) => {
    if (!isOld) return route.continue()
    isOld = false
    const problem = { type: 'about:blank', title: '', status: 403, detail: '', code: 'STEP_UP_REQUIRED' }
    return route.fulfill({ status: 403, json: { ...problem, retryable: false, requestId: 'r' } })
  })
  await page.getByLabel('Name of a new passkey').fill('Typed before')
  await page.getByRole('button', { name: 'Create new codes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await expect(dialog).toBeVisible()
  await expectSound(page)
  await expect(dialog.getByText('confirmed your identity in the last five minutes')).toBeVisible()
  await dialog.getByRole('button', { name: 'Use my passkey' }).click()
  await expect(dialog.getByText('Confirm this change')).toBeVisible()
  await expectSound(page)
  await dialog.getByRole('button', { name: 'Use my passkey' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(8)
  await expect(page.getByLabel('Name of a new passkey')).toHaveValue('Typed before')
})

test('a session that has ended begins again in place, by a touch, and loses nothing', async ({ page }) => {
  const { device } = await enrolByPasskey(page, (await inviteAdmin()).link, newEmail('Fay').slice(0, 12))
  await page.goto('/account')
  await device.touched(false)
  await page.getByLabel('Name of a new passkey').fill('Typed before')
  await endSession(page)
  await page.getByRole('button', { name: 'Create new codes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(dialog).toBeVisible()
  await expectSound(page)
  await device.touched(true)
  await dialog.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(dialog).toBeHidden()
  await confirmChange(page)
  await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(8)
  await expect(page.getByLabel('Name of a new passkey')).toHaveValue('Typed before')
})

test('one’s own passkeys, password and sessions are changed on one page', async ({ page }) => {
  const { device } = await enrolByPasskey(page, (await inviteAdmin()).link, newEmail('Gil').slice(0, 12))
  await page.goto('/account')
  const passkeys = page.getByRole('table', { name: 'Passkeys' })
  await expect(passkeys.getByRole('row')).toHaveCount(2)
  await passkeys.getByRole('button', { name: /^Remove/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Add another passkey or a password first')).toBeVisible()

  await page.getByRole('button', { name: 'Set a password' }).click()
  const secret = (await page.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{1,4})+$/).textContent()) ?? ''
  await page.getByLabel('New password', { exact: true }).fill('four calm otters paddle')
  await page.getByLabel('Code from the app').fill(totpCode(secret))
  await page.getByRole('button', { name: 'Save password' }).click()
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Confirm this change with a passkey or password')).toBeVisible()
  await page.getByRole('button', { name: 'Save password' }).click()
  await confirmChange(page)
  await expect(page.getByRole('button', { name: 'Remove password' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Where you are signed in' }).getByText('this one')).toBeVisible()
  await device.touched(false)
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  await device.touched(true)
  const changed = page.getByRole('heading', { level: 1, name: 'How you sign in has changed' })
  const button = page.getByRole('button', { name: 'Sign in with a passkey' })
  // The browser may offer the passkey by itself, and the device answer, before the button is pressed.
  await expect(async () => {
    if (await button.isVisible()) await button.click({ timeout: 2_000 })
    await expect(changed).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await expect(page.getByText('Password set')).toBeVisible()
  await expect(page.getByText(/^Passkey added/)).toHaveCount(0)
  await expectSound(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'How you sign in has changed' })).toBeVisible()
})
