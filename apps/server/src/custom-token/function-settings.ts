import { isProjectId } from '@foyer/contract/project-id'
import { isTid } from '@foyer/iap-sign-in/tenant-id'
import * as v from 'valibot'
import { toSettingError, unknownVariables } from '../settings/setting-error.ts'
import type { ServedTenants } from '@foyer/contract/served-tenants'
import { isOrigin, originSpelling } from '../settings/origin.ts'
import { settingList } from '../settings/setting-list.ts'
import {
  providerEnvironment,
  providerStandIns,
  toProviderSettings,
  type ProviderSettings,
} from './provider-settings.ts'

export interface FunctionSettings {
  /** The origin of the sign-in page. Only this origin may call the function. */
  pageOrigin: string
  tenants: ServedTenants
  providers: ProviderSettings
}

const environmentSchema = v.object({
  FOYER_PUBLIC_URL: v.pipe(
    v.string(),
    v.check(
      isOrigin,
      `must be an https origin such as https://login.example.com, ${originSpelling}`,
    ),
  ),
  FOYER_PROJECT_ID: v.pipe(v.string(), v.check(isProjectId, 'must be a project id')),
  FOYER_TENANTS: settingList(isTid, 'must be a comma-separated list of tenant ids'),
  ...providerEnvironment,
})

/** The settings of the function. They have the same names as those of the server. There is no local mode. */
export function parseFunctionSettings(
  given: Record<string, string | undefined>,
): FunctionSettings & { projectId: string } {
  const environment = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''))
  const parsed = v.safeParse(environmentSchema, environment, { abortPipeEarly: true })
  const errors = [
    ...[
      ...(parsed.issues ?? []).map(toSettingError),
      ...unknownVariables(environment, Object.keys(environmentSchema.entries)),
    ].map(({ key, message }) => `${key} ${message}`),
    ...['FIREBASE_AUTH_EMULATOR_HOST', ...providerStandIns]
      .filter((key) => environment[key] !== undefined)
      .map((key) => `${key} is for the local stack alone`),
  ]
  if (!parsed.success || errors.length > 0)
    throw new Error(`The custom token function cannot start: ${errors.join('; ')}`)

  const { output } = parsed
  return {
    pageOrigin: output.FOYER_PUBLIC_URL,
    projectId: output.FOYER_PROJECT_ID,
    tenants:
      output.FOYER_TENANTS.length === 0
        ? undefined
        : Object.fromEntries(output.FOYER_TENANTS.map((id) => [id, true])),
    providers: toProviderSettings(output),
  }
}
