/** By type and name, the definition of each part of a schema as the database shows it. */
export type Schema = ReadonlyMap<string, string>

/** That of the database, and the one that the app makes. */
export interface BothSchemas {
  readonly here: Schema
  readonly made: Schema
}

export interface SchemaPart {
  readonly name: string
  readonly definition: string | null
}

/** Two parts of one name are one, which no part that the app makes is like. */
export function schemaOf(rows: readonly SchemaPart[]): Schema {
  const schema = new Map<string, string>()
  for (const { name, definition } of rows) {
    schema.set(name, [schema.get(name), definition].filter((text) => text != null).join('; '))
  }
  return schema
}
