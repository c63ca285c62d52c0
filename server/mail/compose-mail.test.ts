import { describe, expect, it } from 'vitest'
import type { AppNotification } from '#shared/api/notifications.ts'
import { composeMail } from './compose-mail.ts'

const reader = { language: 'en', timeZone: 'UTC' } as const

function mailOf(...references: readonly string[]): string {
  const items = references.map(
    (reference, place): AppNotification => ({
      ...{ id: `n${place}`, kind: 'toReview', count: 1, at: '2026-11-21T12:00:00.000Z', isRead: false, device: null },
      thing: { type: 'payout', id: `p${place}` },
      payout: { reference, initials: 'A. S.', country: 'BR' },
    }),
  )
  const { text, html } = composeMail({
    topic: 'review',
    settings: reader,
    publicUrl: 'https://desk.shop.example',
    items,
  })
  return `${text}${html}`
}

describe('The reference of a payout in a mail', () => {
  it.each(['INV-2024/0017', 'F.001-12', 'Aluguel de julho', 'María #7', '请款-8'])('is named: %s', (reference) => {
    expect(mailOf(reference)).toContain(`${reference} · A. S. · Brazil`)
  })

  // Who enters a payout would else have the app itself send them to its reviewers.
  it.each([
    'https://evil.example/sign-in',
    'Sign in at evil.example',
    'WWW.EVIL.EXAMPLE',
    'mail help@evil',
    '//evil/x',
    'javascript:alert(1)',
    'evil。example',
    'x'.repeat(41),
  ])('is left out where a mail program could make a link of it, or it is as long as a message: %s', (reference) => {
    for (const mail of [mailOf(reference), mailOf('INV-1', reference)]) {
      expect(mail).toContain('A. S. · Brazil')
      expect(mail).not.toContain(reference)
    }
  })
})
