import './record.ts'
import { Authentication } from '@foyer/iap-sign-in'
import { drive } from './drive.ts'
import type { Subject } from './drive.ts'
import { createFirebaseUiHandler } from './firebaseui-handler.ts'

drive(Authentication as unknown as new (handler: object) => Subject, createFirebaseUiHandler)
