/** How many values a query takes. */
const keysAtOnce = 500

/** The rows of many keys, each asked for once, in as many queries as that takes. */
export async function rowsOfKeys<Key, Row>(
  keys: readonly Key[],
  ask: (some: readonly Key[]) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const wanted = [...new Set(keys)]
  const rows: Row[] = []
  for (let from = 0; from < wanted.length; from += keysAtOnce)
    rows.push(...(await ask(wanted.slice(from, from + keysAtOnce))))
  return rows
}

/** Rows by one of their columns, in the order in which they came. */
export function groupedBy<Row, Key>(rows: readonly Row[], keyOf: (row: Row) => Key): Map<Key, Row[]> {
  const groups = new Map<Key, Row[]>()
  for (const row of rows) addTo(groups, keyOf(row), row)
  return groups
}

export function addTo<Key, Row>(groups: Map<Key, Row[]>, key: Key, row: Row): void {
  const group = groups.get(key)
  if (group === undefined) groups.set(key, [row])
  else group.push(row)
}
