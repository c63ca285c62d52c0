import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { read } from './house/source-files.ts'

/** Debian has it in the package prometheus; .ci/run takes it from there. */
const hasPromtool = spawnSync('promtool', ['--version']).status === 0
const rules = 'deploy/prometheus-rules.yml'
const folder = mkdtempSync(join(tmpdir(), 'payout-desk-alerts-'))

afterAll(() => rmSync(folder, { recursive: true }))

/** Samples of a series, one a minute, as promtool writes them: `0x30` is 30 more of the same, `0+6x30` each 6 more. */
type Samples = readonly [series: string, values: string]

interface AlertCase {
  readonly fires: readonly Samples[]
  /** What looks like it and is not it. */
  readonly silent: readonly Samples[]
  /** In minutes; 30 where it is left out. */
  readonly after?: number
}

const requests = (route: string, status: number, values: string): Samples => [
  `payout_desk_http_requests_total{route="${route}",status="${status}"}`,
  values,
]
const calls = (outcome: string, values: string): Samples => [
  `payout_desk_provider_calls_total{endpoint="bank",outcome="${outcome}"}`,
  values,
]
const durations = (route: string, quick: string, all: string): readonly Samples[] => [
  [`payout_desk_http_request_seconds_bucket{route="${route}",le="1"}`, quick],
  [`payout_desk_http_request_seconds_bucket{route="${route}",le="2.5"}`, all],
  [`payout_desk_http_request_seconds_bucket{route="${route}",le="+Inf"}`, all],
]
const stalls = (short: string, all: string): readonly Samples[] => [
  ['payout_desk_event_loop_delay_seconds_bucket{le="0.25"}', short],
  ['payout_desk_event_loop_delay_seconds_count', all],
]
const breaker = (values: string): Samples => ['payout_desk_provider_breaker_state{endpoint="bank"}', values]

const cases: Readonly<Record<string, AlertCase>> = {
  PayoutDeskDown: { fires: [['up', '1x20 0x20']], silent: [['up', '1x28 0 1x10']] },
  // The very first fault, five minutes before.
  PayoutDeskFails: {
    fires: [['payout_desk_faults_total', '0x24 1x15']],
    silent: [['payout_desk_faults_total', '1x40']],
  },
  PayoutDeskRefusesWork: {
    fires: [requests('/api/payouts', 503, '0+6x40'), requests('/api/payouts', 201, '0+60x40')],
    silent: [
      requests('/api/identity-validations', 503, '0+600x40'),
      requests('/api/merchant', 503, '0+60x40'),
      requests('/api/payouts', 201, '0+60x40'),
      requests('/api/payouts', 503, '0+2x40'),
    ],
  },
  PayoutDeskSlow: {
    fires: durations('/api/payouts', '0+90x60', '0+100x60'),
    silent: [
      ...durations('/api/payouts', '0+1000x60', '0+1005x60'),
      ...durations('/api/bank-validations', '0x60', '0+100x60'),
    ],
    after: 50,
  },
  PayoutDeskStalls: { fires: stalls('0+100x40', '0+103x40'), silent: stalls('0+100x40', '0+100x40') },
  PayoutDeskProviderOpen: { fires: [breaker('0x10 2x30')], silent: [breaker('0x27 2x2 0x10')] },
  // The very first refusal.
  PayoutDeskProviderRefusesToken: {
    fires: [calls('PROVIDER_UNAUTHORIZED', '0x24 1x15')],
    silent: [calls('PROVIDER_UNAUTHORIZED', '1x40'), calls('OK', '0+10x40')],
  },
  PayoutDeskProviderSpeaksOtherwise: {
    fires: [calls('PROVIDER_PROTOCOL_ERROR', '0x10 0+1x30')],
    silent: [calls('PROVIDER_PROTOCOL_ERROR', '0x10 3x30')],
  },
  PayoutDeskNoBackup: {
    fires: [['payout_desk_backup_age_seconds', '172900+60x90']],
    silent: [['payout_desk_backup_age_seconds', '86000+60x90']],
    after: 80,
  },
  PayoutDeskBackupFailed: {
    fires: [['payout_desk_backup_failed', '1x90']],
    silent: [['payout_desk_backup_failed', '0x70 1x20']],
    after: 80,
  },
  PayoutDeskNotWitnessed: {
    fires: [['payout_desk_audit_witness_age_seconds', '10860+60x90']],
    silent: [['payout_desk_audit_witness_age_seconds', '3600+60x90']],
    after: 80,
  },
  PayoutDeskDeliveriesWait: {
    fires: [
      ['payout_desk_deliveries_overdue{way="webhook"}', '0x90'],
      ['payout_desk_deliveries_overdue{way="mail"}', '0x10 3x80'],
    ],
    silent: [
      ['payout_desk_deliveries_overdue{way="webhook"}', '3x30 0 5x50'],
      ['payout_desk_deliveries_overdue{way="mail"}', '0x30 5x40 0x20'],
    ],
    after: 80,
  },
  PayoutDeskDeliveriesSetAside: {
    fires: [['payout_desk_deliveries_set_aside{way="webhook"}', '0x20 1x20']],
    silent: [
      ['payout_desk_deliveries_set_aside{way="webhook"}', '1x20 0x20'],
      ['payout_desk_deliveries_set_aside{way="mail"}', '0x40'],
    ],
  },
  PayoutDeskDeliveriesTampered: {
    fires: [['payout_desk_deliveries_tampered{way="webhook"}', '0x20 1x20']],
    silent: [['payout_desk_deliveries_tampered{way="webhook"}', '0x40']],
  },
}

it('Each alert has a case in which it must fire and one in which it must not', () => {
  const named = [...read(rules).matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
  expect(Object.keys(cases)).toEqual(named)
})

if (!hasPromtool) it.todo('The alerts are not tried, as this machine has no promtool')

it.runIf(hasPromtool)('Each alert fires when it must, already for the first event, and otherwise is silent', () => {
  const tests = Object.entries(cases).flatMap(([name, { fires, silent, after = 30 }]) => [
    trial(`${name} fires`, fires, after, [{ labels: `{alertname="${name}"}`, value: 1 }]),
    trial(`${name} is silent`, silent, after, []),
  ])
  const file = join(folder, 'tests.yml')
  // JSON is YAML.
  writeFileSync(file, JSON.stringify({ rule_files: [resolve(rules)], evaluation_interval: '1m', tests }))
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' })
  expect([status, stdout + stderr]).toEqual([0, expect.stringContaining('SUCCESS')])
})

function trial(name: string, samples: readonly Samples[], after: number, firing: readonly object[]) {
  return {
    name,
    interval: '1m',
    input_series: samples.map(([series, values]) => ({ series: ofInstance(series), values })),
    promql_expr_test: [
      {
        expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
        eval_time: `${after}m`,
        exp_samples: firing,
      },
    ],
  }
}

/** With the labels of what Prometheus scraped. */
function ofInstance(series: string): string {
  const [name = '', labels = ''] = series.split(/[{}]/)
  return `${name}{${[labels, 'job="payout-desk"', 'instance="a"'].filter((part) => part !== '').join(',')}}`
}
