/** The end of a number, marked as one so that nobody takes it for the whole; an e-mail address as it is masked. */
export function MaskedEnding({ text }: { readonly text: string }) {
  return <code>{endingWords(text)}</code>
}

export function endingWords(text: string): string {
  return text.includes('@') ? text : `…${text}`
}
