import { expect, it } from 'vitest'
import { linkMail } from './link-mail.ts'

it('The mail that brings a link names no day on which a payee of the Americas finds it closed', () => {
  const link = { id: 'link-1', language: 'es', beneficiary: null, expiresAt: '2026-12-06T03:00:00.000Z' } as const
  const settings = { url: 'https://details.example.com', name: 'Frete Sul' }
  const { subject, text } = linkMail(settings, { link, secret: 'x' })
  expect(subject).toBe('Sus datos bancarios · Frete Sul')
  expect(text.split('\n\n').map((part) => part.trim())).toEqual([
    expect.stringMatching(/5 de diciembre de 2026/),
    'https://details.example.com/link-1#x',
    expect.stringMatching(/chat/),
    'Frete Sul',
  ])
})
