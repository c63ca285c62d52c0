/** Offers content made in the page as a download. */
export function saveFile(name: string, parts: readonly BlobPart[], type: string): void {
  const url = URL.createObjectURL(new Blob([...parts], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has started reading it by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
