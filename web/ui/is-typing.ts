/** Whether a key is meant for what has focus: a field, or a question in front of the page. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.closest('input, textarea, select, dialog, [contenteditable]') !== null
}
