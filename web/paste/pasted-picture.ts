/** The picture that is pasted; undefined where there is a text as well, as spreadsheets copy both. */
export function pictureIn(clipboard: DataTransfer | null): File | undefined {
  if (clipboard === null || clipboard.types.includes('text/plain')) return undefined
  return [...clipboard.files].find(({ type }) => type.startsWith('image/'))
}
