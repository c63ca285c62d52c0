/**
 * A text within XML as spreadsheets write it (ECMA-376, part 1, 22.9.2.19): characters that XML cannot hold as _x0001_, and what looks like one of these
 * as it is.
 */
export function xmlText(text: string): string {
  if (!special.test(text)) return text
  return text
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(unwritable, (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replace(/[&<>"]/g, (sign) => entities[sign] ?? sign)
}

const special = /[&<>"_\p{Cc}\ufffe\uffff]/u

/** Of the controls, XML holds the tab and the line feed alone unchanged. */
const unwritable = /(?![\t\n])[\p{Cc}\ufffe\uffff]/gu

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
