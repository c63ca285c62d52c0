/**
 * Whether columns and their values are known by this message of the catalogs. Of all four languages the page loads these alone, where it reads a
 * file: see scripts/language/thin-catalogs.ts.
 */
export function isColumnLabel(id: string): boolean {
  return /^(?:account|accountType|beneficiaryType|country|document|field|method)\.\w+$/.test(id)
}
