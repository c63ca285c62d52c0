import { expect, it } from 'vitest'
import { readMailSettings } from './mail-settings.ts'

const noFile = () => {
  throw new Error('no such file')
}
const good = {
  SMTP_URL: 'smtp://payouts%40shop@mail.example.com',
  SMTP_PASSWORD: 'geheim',
  MAIL_FROM: 'p@shop.example',
}
const errorsOf = (given: Record<string, string | undefined>) =>
  readMailSettings({ ...good, ...given }, 'accounts', noFile).errors.join('; ')

it('A mail server is reached by STARTTLS, or by TLS from the first byte, and without TLS on this machine alone', () => {
  expect(readMailSettings(good, 'accounts', noFile).mail).toEqual({
    ...{ host: 'mail.example.com', port: 587, tls: 'starttls' },
    credentials: { user: 'payouts@shop', pass: 'geheim' },
    from: { name: 'Payout Desk', address: 'p@shop.example' },
  })
  const of = (SMTP_URL: string) =>
    readMailSettings({ SMTP_URL, MAIL_FROM: 'Shop <p@shop.example>' }, 'oidc', noFile).mail
  expect(of('smtps://mail.example.com')).toMatchObject({ port: 465, tls: 'implicit', from: { name: 'Shop' } })
  expect(of('smtps://mail.example.com:443')).toMatchObject({ port: 443 })
  expect(of('smtp://127.0.0.1')).toMatchObject({ port: 25, tls: 'none', credentials: undefined })
  expect(of('smtp://[::1]:2525')).toMatchObject({ host: '::1', port: 2525, tls: 'none' })
})

it.each([
  ['no address', { SMTP_URL: 'mail.example.com' }, 'SMTP_URL must be an address such as smtps://'],
  ['of another protocol', { SMTP_URL: 'https://mail.example.com' }, 'SMTP_URL must be an address such as smtps://'],
  ['with a password', { SMTP_URL: 'smtp://a:geheim@mail.example.com' }, 'SMTP_URL must not hold a password'],
  ['with a path', { SMTP_URL: 'smtp://a@mail.example.com/?x=1' }, 'SMTP_URL must end after the host and its port'],
  ['at port 0', { SMTP_URL: 'smtp://a@mail.example.com:0' }, 'SMTP_URL must be an address such as smtps://'],
  ['with a user alone', { SMTP_PASSWORD: undefined }, 'SMTP_URL needs a user and SMTP_PASSWORD'],
  ['without a sender', { MAIL_FROM: undefined }, 'MAIL_FROM must be an address such as'],
  [
    'with a sender of two lines',
    { MAIL_FROM: 'a@b.example\nBcc: c@d.example' },
    'MAIL_FROM must be an address such as',
  ],
  ['with two passwords', { SMTP_PASSWORD_FILE: '/run/p' }, 'SMTP_PASSWORD and SMTP_PASSWORD_FILE are both set'],
  ['with a file that is not there', { SMTP_PASSWORD: undefined, SMTP_PASSWORD_FILE: '/run/p' }, 'cannot be read'],
])('A mail server %s is refused with what to do, and the password is not quoted', (_case, given, says) => {
  expect(errorsOf(given)).toContain(says)
  expect(errorsOf(given)).not.toContain('geheim')
})

it('Without a mail server nothing else of it is set, and without accounts there is none', () => {
  expect(readMailSettings({}, 'local', noFile)).toEqual({ mail: undefined, errors: [] })
  expect(readMailSettings({ MAIL_FROM: 'a@b.example' }, 'accounts', noFile).errors).toEqual([
    'MAIL_FROM has no effect without SMTP_URL',
  ])
  expect(readMailSettings(good, 'local', noFile).errors.join()).toContain('SMTP_URL needs SIGN_IN=accounts or oidc')
})
