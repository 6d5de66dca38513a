import './record.ts'
import { Authentication } from 'gcip-iap'
import { drive } from './drive.ts'

drive(Authentication)
