import { isProjectId } from '@foyer/contract/project-id'
import * as v from 'valibot'
import { localOnlyRules } from '../settings/mode-settings.ts'

export interface IdentitySettings {
  projectId: string | null
}

export const identityEnvironment = {
  FOYER_PROJECT_ID: v.optional(v.pipe(v.string(), v.check(isProjectId, 'must be a project id'))),
  // The admin SDK reads it. An emulator signs in anyone who asks.
  FIREBASE_AUTH_EMULATOR_HOST: v.optional(v.string()),
}

export const identityRules = localOnlyRules(['FIREBASE_AUTH_EMULATOR_HOST'])
