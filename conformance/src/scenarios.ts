import type { Scenario } from './scenario.ts'
import { caches } from './scenarios/caches.ts'
import { cookie } from './scenarios/cookie.ts'
import { domains } from './scenarios/domains.ts'
import { exchange } from './scenarios/exchange.ts'
import { firebaseui } from './scenarios/firebaseui.ts'
import { frames } from './scenarios/frames.ts'
import { hints } from './scenarios/hints.ts'
import { login } from './scenarios/login.ts'
import { lookup } from './scenarios/lookup.ts'
import { parameters } from './scenarios/parameters.ts'
import { reauth } from './scenarios/reauth.ts'
import { select } from './scenarios/select.ts'
import { signout } from './scenarios/signout.ts'
import { user } from './scenarios/user.ts'

export const groups: Readonly<Record<string, readonly Scenario[]>> = {
  parameters,
  domains,
  login,
  reauth,
  user,
  hints,
  select,
  signout,
  frames,
  'project lookup': lookup,
  exchange,
  cookie,
  caches,
  firebaseui,
}
