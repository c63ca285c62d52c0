/** Names of banks without a code, cities and free texts count by their letters. */
export function isSame(field: string, one: string, other: string): boolean {
  if (one === other) return true
  if (field === 'amount') return Number(one) === Number(other)
  if (/Number|Key/.test(field) && one.replace(/^\+/, '') === other.replace(/^\+/, '')) return true
  if (!/Name|city|Reason|email/.test(field)) return false
  return lettersOf(one) === lettersOf(other)
}

function lettersOf(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}@]+/gu, ' ')
    .trim()
}
