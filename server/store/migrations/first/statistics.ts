/**
 * What a server calls to have PostgreSQL gather statistics of a table: that takes its owner, which the role of a server is not. A backup holds tables
 * and their triggers alone, so a restore makes it again.
 */
export function analyzeFunction(): string {
  return `create or replace function analyze_table(relation name) returns void language plpgsql security definer
    set search_path = pg_catalog, pg_temp as $$ begin execute format('analyze public.%I', relation); end $$`
}
