import { signIn } from './sign-in'

signIn()
