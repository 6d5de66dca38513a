import { applicationDefault, type Credential } from 'firebase-admin/app'
import { IdentityError } from './identity-error.ts'

/** What Identity Platform says of a project to its administrators. */
export interface ProjectAdmin {
  /**
   * One resource below the project, such as `config` or `tenants/acme-1a2b3`. Fails with an
   * `IdentityError` alone: `internal` without credentials.
   */
  read(resource: string): Promise<{ status: number; body: unknown }>
}

interface Options {
  projectId: string
  /** Where Identity Platform's API is. */
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
          // Credentials of a person are not counted against any project unless one is named.
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
