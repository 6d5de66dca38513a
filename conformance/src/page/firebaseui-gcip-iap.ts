import './record.ts'
import { Authentication } from 'gcip-iap'
import { drive } from './drive.ts'
import { createFirebaseUiHandler } from './firebaseui-handler.ts'

drive(Authentication, createFirebaseUiHandler)
