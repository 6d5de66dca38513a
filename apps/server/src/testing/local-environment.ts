import { projectId } from '@foyer/test-services/identity-platform-server'

/** The environment of every server process that a test starts. */
export function localEnvironment(pageDirectory: string, signingKey: Buffer) {
  return {
    FOYER_MODE: 'local',
    FOYER_PORT: '0',
    FOYER_PUBLIC_URL: 'http://localhost:4000',
    FOYER_API_KEY: 'demo-api-key',
    FOYER_AUTH_DOMAIN: 'localhost',
    FOYER_PRODUCT_URL: 'http://localhost:4100/',
    FOYER_FUNCTION_URL: '/custom-token',
    FOYER_PROJECT_ID: projectId,
    FOYER_PAGE_DIR: pageDirectory,
    FOYER_SIGNING_KEY: signingKey.toString('base64'),
  }
}
