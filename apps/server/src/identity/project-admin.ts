import { applicationDefault, type Credential } from 'firebase-admin/app'
import { IdentityError } from './identity-error.ts'

/** The admin settings of a project at Identity Platform. */
export interface ProjectAdmin {
  /**
   * Reads one resource of the project, such as `config` or `tenants/acme-1a2b3`. Rejects only with an
   * `IdentityError`; the code is `internal` without credentials.
   */
  read(resource: string): Promise<{ status: number; body: unknown }>
}

interface Options {
  projectId: string
  /** The origin of Identity Platform's API. */
  apiUrl?: string
  credential?: Credential
}

export function createProjectAdmin({
  projectId,
  apiUrl = 'https://identitytoolkit.googleapis.com',
  credential,
}: Options): ProjectAdmin {
  return {
    async read(resource) {
      const accessToken = await accessTokenOf(credential)
      const answer = await fetch(`${apiUrl}/v2/projects/${projectId}/${resource}`, {
        headers: {
          authorization: `Bearer ${accessToken}`,
          // A user's credentials have no project, so this header names the project for quotas.
          'x-goog-user-project': projectId,
        },
        signal: AbortSignal.timeout(10_000),
      }).catch((cause: unknown) => {
        throw new IdentityError('unavailable', { cause })
      })
      return { status: answer.status, body: await answer.json().catch(() => null) }
    },
  }
}

async function accessTokenOf(credential: Credential | undefined): Promise<string> {
  try {
    return (await (credential ?? applicationDefault()).getAccessToken()).access_token
  } catch (cause) {
    throw new IdentityError('internal', { cause })
  }
}
