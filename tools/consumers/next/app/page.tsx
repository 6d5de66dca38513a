'use client'

import { useEffect } from 'react'
import { signIn } from '../sign-in'

export default function Page() {
  useEffect(signIn, [])
  return null
}
