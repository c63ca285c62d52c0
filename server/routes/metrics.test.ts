import { expect, it } from 'vitest'
import { startTestApp } from '../testing/test-app.ts'

const identity = { country: 'AR', firstName: 'Ana', lastName: 'Prueba', documentNumber: '12345678' }

it('GET /metrics counts calls by their result, attempts, latency, breaker, queue, stalls and requests by the pattern of their address', async () => {
  const app = await startTestApp()
  await app.post('/api/identity-validations', identity)
  await app.post('/api/identity-validations', { ...identity, lastName: 'Sandbox Error Twice' })
  await app.post('/api/identity-validations', { ...identity, lastName: 'Sandbox Not Run' })
  await app.post('/api/identity-validations', { ...identity, lastName: 'Sandbox Unauthorized' })
  await app.get('/api/merchant')
  await app.get('/api/rules/AR')
  await app.get('/api/nothing/12345678')
  const { headers, text } = await app.get('/metrics')
  await app.stop()
  expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
  for (const line of [
    'payout_desk_provider_calls_total{endpoint="identity",outcome="OK"} 2',
    'payout_desk_provider_calls_total{endpoint="identity",outcome="NOT_RUN"} 1',
    'payout_desk_provider_calls_total{endpoint="identity",outcome="PROVIDER_UNAUTHORIZED"} 1',
    'payout_desk_provider_calls_total{endpoint="bank",outcome="PROVIDER_UNAUTHORIZED"} 0',
    'payout_desk_faults_total 0',
    'payout_desk_provider_calls_total{endpoint="merchant",outcome="answered"} 1',
    'payout_desk_provider_attempts_total{endpoint="identity",outcome="answered"} 3',
    'payout_desk_provider_attempts_total{endpoint="identity",outcome="PROVIDER_ERROR"} 2',
    'payout_desk_provider_attempt_seconds_count{endpoint="identity"} 6',
    'payout_desk_provider_breaker_state{endpoint="bank"} 0',
    'payout_desk_provider_queue_length{endpoint="identity"} 0',
    'payout_desk_writes_waiting 0',
    'payout_desk_provider_calls_per_second{endpoint="identity"} +Inf',
    'payout_desk_http_requests_total{method="POST",route="/api/identity-validations",status="200"} 2',
    'payout_desk_http_requests_total{method="GET",route="/api/rules/:country",status="200"} 1',
    'payout_desk_http_requests_total{method="GET",route="other",status="404"} 1',
    'payout_desk_http_request_seconds_count{route="/api/merchant"} 1',
  ]) {
    expect(text.split('\n')).toContain(line)
  }
  expect(Number(/^payout_desk_event_loop_delay_seconds_count (\d+)$/m.exec(text)?.[1])).toBeGreaterThan(0)
})
