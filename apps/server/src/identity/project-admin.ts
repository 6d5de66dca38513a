import { applicationDefault, type Credential } from 'firebase-admin/app'

/** What Identity Platform says of a project to its administrators. */
export interface ProjectAdmin {
  /**
   * One resource below the project, such as `config` or `tenants/acme-1a2b3`.
   * Throws what the credentials or the network throw.
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
      const { access_token } = await (credential ?? applicationDefault()).getAccessToken()
      const answer = await fetch(`${apiUrl}/v2/projects/${projectId}/${resource}`, {
        headers: {
          authorization: `Bearer ${access_token}`,
          // Credentials of a person are not counted against any project unless one is named.
          'x-goog-user-project': projectId,
        },
        signal: AbortSignal.timeout(10_000),
      })
      return { status: answer.status, body: await answer.json().catch(() => null) }
    },
  }
}
