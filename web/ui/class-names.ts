/** Joins the class names that apply; a CSS module answers undefined for a class it lacks. */
export function classNames(...names: readonly (string | false | undefined)[]): string {
  return names.filter((name) => name !== false && name !== undefined && name !== '').join(' ')
}
