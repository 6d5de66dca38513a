import { projectId, projectNumber } from './identity-platform.ts'
import { loginOrigin } from './test-gate.ts'

/** The settings of a gate in a process of its own, which accepts unsigned tokens. */
export const localSettings = (upstreamPort: number, publicHost: string) => ({
  GATE_MODE: 'local',
  GATE_ACCEPT_EMULATOR_TOKENS: 'on',
  GATE_UPSTREAM: `http://127.0.0.1:${upstreamPort}`,
  GATE_LOGIN: `${loginOrigin}/`,
  GATE_PUBLIC_URL: `http://${publicHost}`,
  GATE_PORT: '0',
  GATE_PROJECT_ID: projectId,
  GATE_PROJECT_NUMBER: projectNumber,
  GATE_API_KEY: 'demo-api-key',
  GATE_TENANTS: 'Acme-x1y2z',
})
