import './record.ts'
import { Authentication } from '@foyer/iap-sign-in'
import { drive } from './drive.ts'
import type { Subject } from './drive.ts'

drive(Authentication as unknown as new (handler: object) => Subject)
