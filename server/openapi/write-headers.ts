/** What an Idempotency-Key may be, in a header or in an address. */
export const keyText = { type: 'string', minLength: 1, maxLength: 200, pattern: '^[!-~]+$' }

/** Names the version that a write is for. */
export const versionHeader = {
  name: 'If-Match',
  in: 'header',
  required: true,
  description: 'The ETag of the version that was shown, such as "3".',
  schema: { type: 'string' },
}

/** Makes a write happen once. */
export const intentHeader = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'One for each intent. A day long the same key with the same body does nothing twice.',
  schema: keyText,
}
