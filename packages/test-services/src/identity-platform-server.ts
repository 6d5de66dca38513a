import { generateKeyPairSync, randomUUID, sign, type KeyObject } from 'node:crypto'
import http from 'node:http'
import https from 'node:https'
import net from 'node:net'
import { json } from 'node:stream/consumers'
import { listen } from './listen.ts'
import {
  claimsOf,
  isMeant,
  isSameAddress,
  newAccount,
  projectId,
  toUser,
  type Json,
  type ServedAccount,
} from './served-account.ts'

export { projectId, type ServedAccount } from './served-account.ts'

/** A small Identity Platform over HTTP. Its data outlives the process under test. */
export interface IdentityPlatformServer {
  /** The value of `FIREBASE_AUTH_EMULATOR_HOST`. */
  host: string
  accounts: ServedAccount[]
  tenants: string[]
  /** How the next requests fail. `null` means that they succeed. */
  failure:
    | 'silence'
    | 'unavailable'
    | 'key-server-down'
    | 'address-refused'
    | 'weak-password'
    | 'passwords-off'
    | null
  /** The email address for which each code of an email link was created. */
  oobCodes: Map<string, string>
  /** Method and path of each request. */
  requests: string[]
  /**
   * Called before each request about an account: somebody else may act then. The request waits for it, and fails if it
   * throws, or with the status that it returns.
   */
  onCall: (verb: string, body: Json) => Promise<void> | number | undefined | void
  addAccount(account: Partial<ServedAccount> & { uid: string }): ServedAccount
  /** An unsigned token, as the emulator issues it. */
  idToken(account: ServedAccount, changes?: Json): string
  /** A token signed with this server's key, unless `key` or the header says otherwise. */
  signedIdToken(payload: Json, header?: Json, key?: KeyObject): string
  /** Responds to one request, for a server of its own, such as one with TLS. */
  respond: http.RequestListener
  /** The path of the public keys as a JWK set. */
  keySetPath: string
  /** Redirects the admin SDK's requests from Google to this server, so that tests cover the code for production. */
  agent: https.Agent
  close(): Promise<void>
}

const signingKeyId = 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'

// Created once, because a key pair takes a second.
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

const signingPublicKey = publicKey.export({ type: 'spki', format: 'pem' }).toString()
const keySet = {
  keys: [{ ...publicKey.export({ format: 'jwk' }), kid: signingKeyId, use: 'sig', alg: 'RS256' }],
}
const keySetPath = '/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com'

export async function startIdentityPlatformServer(): Promise<IdentityPlatformServer> {
  const respond: http.RequestListener = (request, response) => void answer(request, response)
  const { host, close } = await listen(http.createServer(respond))

  const platform: IdentityPlatformServer = {
    host,
    accounts: [],
    tenants: ['Acme-x1y2z', 'Beta-k9j8h'],
    failure: null,
    oobCodes: new Map(),
    requests: [],
    onCall: () => {},
    addAccount(given) {
      const account = newAccount(given)
      platform.accounts.push(account)
      return account
    },
    idToken: (account, changes) =>
      `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claimsOf(account, changes))}.`,
    signedIdToken(payload, header = {}, key = privateKey) {
      const text = `${encode({ alg: 'RS256', kid: signingKeyId, typ: 'JWT', ...header })}.${encode(payload)}`
      return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`
    },
    respond,
    keySetPath,
    agent: new PlainAgent(Number(host.split(':')[1])),
    close: async () => {
      platform.agent.destroy()
      await close()
    },
  }

  async function answer(request: http.IncomingMessage, response: http.ServerResponse) {
    const path = new URL(request.url ?? '/', 'http://x').pathname
    platform.requests.push(`${request.method} ${path}`)
    if (platform.failure === 'silence') return
    const isKeyServer = path.startsWith('/robot/')
    const isDown = isKeyServer ? 'key-server-down' : 'unavailable'
    const { status, body } =
      platform.failure === isDown
        ? // The SDK would retry a 503 for several seconds.
          refuse(500, 'INTERNAL')
        : await routeOrFail(path, request)
    // The SDK repeats the request then.
    const retryAfter = status === 503 && { 'retry-after': '3' }
    response.writeHead(status, { 'content-type': 'application/json', ...retryAfter })
    response.end(JSON.stringify(body))
  }

  async function routeOrFail(path: string, request: http.IncomingMessage): Promise<Answer> {
    const given = request.method === 'POST' ? await json(request) : {}
    try {
      return await route(path, given)
    } catch {
      return refuse(500, 'INTERNAL')
    }
  }

  const accountOf = ({ email, tenantId = null }: Json) =>
    platform.accounts.find((one) => one.tenantId === tenantId && isSameAddress(one.email, email))

  /** As the page does, with the API key. */
  function signInWithEmailLink({ oobCode, ...mailbox }: Json): Answer {
    const { email, tenantId = null } = mailbox
    if (tenantId !== null && platform.tenants.every((tenant) => tenant !== tenantId))
      return refuse(400, 'TENANT_NOT_FOUND')
    if (accountOf(mailbox)?.disabled === true) return refuse(400, 'USER_DISABLED')
    if (platform.oobCodes.get(String(oobCode)) !== email) return refuse(400, 'INVALID_OOB_CODE')
    platform.oobCodes.delete(String(oobCode))
    return ok({ isNewUser: false, idToken: 'token' })
  }

  function signInWithPassword({ password, ...mailbox }: Json): Answer {
    return accountOf(mailbox)?.password === password
      ? ok({ idToken: 'token' })
      : refuse(400, 'INVALID_LOGIN_CREDENTIALS')
  }

  async function route(path: string, given: unknown): Promise<Answer> {
    if (path.startsWith('/robot/')) return ok({ [signingKeyId]: signingPublicKey })
    if (path === keySetPath) return ok(keySet)
    if (path.endsWith('/v1/accounts:signInWithEmailLink')) {
      const status = await platform.onCall('signInWithEmailLink', given as Json)
      return typeof status === 'number'
        ? refuse(status, 'FAILED')
        : signInWithEmailLink(given as Json)
    }
    if (path.endsWith('/v1/accounts:signInWithPassword')) {
      await platform.onCall('signInWithPassword', given as Json)
      return signInWithPassword(given as Json)
    }
    const place =
      /\/v[12]\/projects\/([^/]+)(?:\/tenants\/([^/]+))?(?:\/accounts(?::(\w+))?)?$/.exec(path)
    const [, project, tenantId = null, verb = 'create'] = place ?? []
    if (project !== projectId) return refuse(404, 'PROJECT_NOT_FOUND')
    if (tenantId !== null && !platform.tenants.includes(tenantId))
      return refuse(400, 'TENANT_NOT_FOUND')
    if (!path.includes('/accounts'))
      return ok({ name: `projects/${projectId}/tenants/${tenantId}`, displayName: tenantId })

    const body = given as Json
    const status = await platform.onCall(verb, body)
    if (typeof status === 'number') return refuse(status, 'FAILED')
    const accounts = platform.accounts.filter((account) => account.tenantId === tenantId)
    const byUid = (uid: unknown) => accounts.find((account) => account.uid === uid)
    switch (verb) {
      case 'lookup':
        if (platform.failure === 'address-refused' && body['email'] !== undefined)
          return refuse(400, 'INVALID_EMAIL')
        return ok({ users: accounts.filter((account) => isMeant(account, body)).map(toUser) })
      case 'create': {
        if (platform.failure === 'address-refused') return refuse(400, 'INVALID_EMAIL')
        if (byUid(body['localId'])) return refuse(400, 'DUPLICATE_LOCAL_ID')
        if (accounts.some((account) => isSameAddress(account.email, body['email'])))
          return refuse(400, 'EMAIL_EXISTS')
        platform.addAccount({
          uid: String(body['localId']),
          tenantId,
          email: String(body['email']).toLowerCase(),
          emailVerified: body['emailVerified'] === true,
          displayName: String(body['displayName']),
        })
        return ok({ localId: body['localId'] })
      }
      case 'update': {
        const account = byUid(body['localId'])
        if (account === undefined) return refuse(400, 'USER_NOT_FOUND')
        const claims = body['customAttributes']
        if (typeof claims === 'string') account.claims = JSON.parse(claims) as Json
        const { password, validSince, emailVerified } = body
        if (typeof password === 'string') {
          if (platform.failure === 'weak-password')
            return refuse(400, 'PASSWORD_DOES_NOT_MEET_REQUIREMENTS')
          if (platform.failure === 'passwords-off') return refuse(400, 'OPERATION_NOT_ALLOWED')
          account.password = password
          account.validSince = Math.floor(Date.now() / 1000)
        }
        if (typeof emailVerified === 'boolean') account.emailVerified = emailVerified
        if (validSince !== undefined) account.validSince = Number(validSince)
        const { deleteProvider, disableUser, mfa } = body
        if (typeof disableUser === 'boolean') account.disabled = disableUser
        if (mfa !== undefined) account.hasSecondFactor = false
        if (Array.isArray(deleteProvider))
          account.providers = account.providers.filter(({ id }) => !deleteProvider.includes(id))
        return ok({ localId: account.uid })
      }
      case 'sendOobCode': {
        if (body['requestType'] !== 'EMAIL_SIGNIN') return refuse(400, 'INVALID_REQ_TYPE')
        const oobCode = `sign-in-${randomUUID()}`
        platform.oobCodes.set(oobCode, String(body['email']))
        return ok({ oobLink: `https://localhost/action?mode=signIn&oobCode=${oobCode}` })
      }
      default:
        return refuse(501, 'NOT_IMPLEMENTED')
    }
  }

  return platform
}

interface Answer {
  status: number
  body: Json
}

const ok = (body: Json): Answer => ({ status: 200, body })
const refuse = (status: number, message: string): Answer => ({
  status,
  body: { error: { code: status, message } },
})

const encode = (value: Json) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Sends every https request as plain HTTP to one local port. */
class PlainAgent extends https.Agent {
  readonly #port: number

  constructor(port: number) {
    super()
    this.#port = port
  }

  override createConnection() {
    return net.connect(this.#port, '127.0.0.1')
  }
}
