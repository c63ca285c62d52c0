/**
 * A hash of the content to send, as its idempotency key: the same content has the same key in every tab and after every reload. 32
 * hexadecimal digits.
 */
export async function contentHash(content: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(content))
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return [...digest.slice(0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
