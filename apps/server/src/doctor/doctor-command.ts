import { readFileSync } from 'node:fs'
import { createAdminIdentityPlatform } from '../identity/admin-identity-platform.ts'
import { createProjectAdmin } from '../identity/project-admin.ts'
import { parseSettings } from '../settings.ts'
import { printableJson } from '../printable/printable.ts'
import { examine } from './doctor.ts'
import { fail, formatFinding, type Finding } from './finding.ts'

type Environment = Record<string, string | undefined>

/** `foyer doctor [--json]`: prints the findings. The exit code is 1 if there is something to fix. */
export async function runDoctor(
  environment: Environment,
  { isJson, print }: { isJson: boolean; print: (text: string) => void },
): Promise<number> {
  const findings = await findingsOf(environment)
  const isHealthy = findings.every(({ status }) => status !== 'FAIL')
  print(
    isJson
      ? printableJson({ healthy: isHealthy, findings }, 2)
      : findings.map(formatFinding).join('\n'),
  )
  return isHealthy ? 0 : 1
}

async function findingsOf(environment: Environment): Promise<Finding[]> {
  const parsed = parseSettings(environment, (path) => readFileSync(path, 'utf8'))
  if (!parsed.ok) return parsed.errors.map(({ key, message }) => fail(key, message))

  const { settings } = parsed
  const emulator = environment['FIREBASE_AUTH_EMULATOR_HOST']
  const { projectId } = settings
  return examine(settings, {
    identityUrl:
      emulator === undefined
        ? 'https://identitytoolkit.googleapis.com'
        : `http://${emulator}/identitytoolkit.googleapis.com`,
    identity: projectId === null ? null : createAdminIdentityPlatform({ projectId }),
    admin: projectId === null || emulator !== undefined ? null : createProjectAdmin({ projectId }),
  })
}
