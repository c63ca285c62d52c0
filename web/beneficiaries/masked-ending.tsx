/** The end of a number, or the host of an address: marked as an end, so that nobody takes it for the whole. */
export function MaskedEnding({ text }: { readonly text: string }) {
  return <code>{endingWords(text)}</code>
}

export function endingWords(text: string): string {
  return text.includes('.') ? `…@${text}` : `…${text}`
}
