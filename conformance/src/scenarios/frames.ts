import { acme, loginAt, reauthAt, selectAt, signoutAt } from '../requests.ts'
import type { PageAddress, Scenario } from '../scenario.ts'

const sameOrigin = { frame: 'http://localhost:4000' }
const otherSite = { frame: 'https://portal.example' }
const otherPort = { frame: 'http://localhost:4900' }
const otherHost = { origin: 'https://login.corp.example', frame: 'https://portal.corp.example' }

const signedIn = { signedIn: { [acme]: {} } }
const corporate = {
  lookup: [{ json: { projectId: '12345', authorizedDomains: ['localhost', 'corp.example'] } }],
}

const refused: readonly (readonly [title: string, at: PageAddress])[] = [
  ['reauth', reauthAt()],
  ['selectAuthSession', selectAt()],
  ['signout', signoutAt()],
]

export const frames: readonly Scenario[] = [
  { title: 'same origin: the buttons are shown', at: { ...loginAt(), ...sameOrigin } },
  {
    title: 'same origin: no sign-in needed',
    at: { ...loginAt(), ...sameOrigin },
    page: signedIn,
  },
  { title: 'same origin: the choice', at: { ...selectAt(), ...sameOrigin } },
  { title: 'same origin: sign-out', at: { ...signoutAt(), ...sameOrigin }, page: signedIn },
  { title: 'other site: no buttons', at: { ...loginAt(), ...otherSite } },
  {
    title: 'other site: a signed-in user is refreshed silently',
    at: { ...loginAt(), ...otherSite },
    page: signedIn,
  },
  {
    title: 'other host of the site: a signed-in user is refreshed silently',
    at: { ...loginAt(), ...otherHost },
    page: signedIn,
    answers: corporate,
  },
  {
    title: 'other host of the site: no buttons',
    at: { ...loginAt(), ...otherHost },
    answers: corporate,
  },
  { title: 'other port: no buttons', at: { ...loginAt(), ...otherPort } },
  ...refused.map(([title, at]) => ({
    title: `other site: ${title}`,
    at: { ...at, ...otherSite },
    page: signedIn,
  })),
]
