/** The rule book as data, for GET /api/rules: one line a country. */
export function rulesIndex(): unknown {
  return {}
}

/** One country's rules with a JSON Schema of its payout request, for GET /api/rules/{country}; undefined when unknown. */
export function rulesOf(_country: string): unknown {
  return undefined
}
