const names: string[] = []

/** A, B … Z, AA, AB … */
export function columnName(place: number): string {
  const known = names[place]
  if (known !== undefined) return known
  const letter = String.fromCharCode(65 + (place % 26))
  const made = place < 26 ? letter : columnName(Math.floor(place / 26) - 1) + letter
  names[place] = made
  return made
}
