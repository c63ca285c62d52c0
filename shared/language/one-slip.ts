/**
 * Whether a word was typed with one letter more, less or other than is meant, or with two exchanged. `fits` says how what is left of the word
 * that is meant has to go with what is left of the typed one: be the same, or begin with it.
 */
export function isOneSlip(typed: string, meant: string, fits: (meant: string, typed: string) => boolean): boolean {
  let same = 0
  while (same < typed.length && typed[same] === meant[same]) same += 1
  const [rest, own] = [typed.slice(same), meant.slice(same)]
  const exchanged = `${rest.charAt(1)}${rest.charAt(0)}${rest.slice(2)}`
  return (
    fits(own, rest.slice(1)) || fits(own.slice(1), rest) || fits(own.slice(1), rest.slice(1)) || fits(own, exchanged)
  )
}
