/** The files that import each other in a circle, each circle once, from who imports whom. */
export function circlesIn(imports: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const circles: (readonly string[])[] = []
  const done = new Set<string>()
  function visit(path: string, way: readonly string[]) {
    const place = way.indexOf(path)
    if (place >= 0) circles.push([...way.slice(place), path])
    if (place >= 0 || done.has(path)) return
    for (const target of imports.get(path) ?? []) visit(target, [...way, path])
    done.add(path)
  }
  for (const path of imports.keys()) visit(path, [])
  return circles
}
