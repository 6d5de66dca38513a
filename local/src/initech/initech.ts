import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { partEnvironment } from '../parts/environment.ts'
import type { PartPlan } from '../parts/part.ts'
import type { Settings } from '../settings/settings.ts'
import { createCompanySignIn } from './company-sign-in.ts'
import type { CompanySignIn } from './company-sign-in.ts'
import { returnPath } from './helper-page.ts'

/** The company Initech: its OpenID Connect server, and the identity service's part in a sign-in there. */
interface Initech {
  plan: PartPlan
  signIn: CompanySignIn
}

export function planInitech(
  { ports, loginOrigin }: Pick<Settings, 'ports' | 'loginOrigin'>,
  root: string,
  env: NodeJS.ProcessEnv,
): Initech {
  const issuer = `http://localhost:${ports.initech}`
  const client = {
    id: 'foyer-demo',
    secret: randomBytes(32).toString('hex'),
    redirectUri: loginOrigin + returnPath,
  }
  return {
    plan: {
      name: 'sign-in server of Initech',
      args: ['--import', 'tsx', join(root, 'local', 'src', 'initech', 'main.ts')],
      cwd: root,
      env: partEnvironment(env, {
        INITECH_PORT: String(ports.initech),
        INITECH_CLIENT: JSON.stringify(client),
      }),
      readyUrl: `${issuer}/.well-known/openid-configuration`,
    },
    signIn: createCompanySignIn({ providerId: 'oidc.initech', issuer, client, loginOrigin }),
  }
}
