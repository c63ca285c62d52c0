/** For the ref of a modal dialog. Closing before the element goes away is what gives focus back to where it was. */
export function showModal(dialog: HTMLDialogElement): () => void {
  if (!dialog.open) dialog.showModal()
  dialog.querySelector<HTMLElement>(':scope > h2[tabindex]')?.focus()
  return () => dialog.close()
}
