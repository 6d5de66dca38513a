import { customTokenAnswerSchema, welcomeAnswerSchema } from '@foyer/contract/account-service'
import { companyAnswerSchema, companyCodeAnswerSchema } from '@foyer/contract/discovery'
import type {
  CompanyAnswer,
  CompanyCode,
  CompanyCodeAnswer,
  CompanyRequest,
} from '@foyer/contract/discovery'
import {
  emailLinkAnswerSchema,
  emailLinkCodeAnswerSchema,
  emailLinkRefusedSchema,
} from '@foyer/contract/email-link'
import type {
  EmailLinkAnswer,
  EmailLinkEntered,
  EmailLinkRequest,
} from '@foyer/contract/email-link'
import type { RegistrationAnswer, RegistrationRequest } from '@foyer/contract/registration'
import { openLinkAnswerSchema, registrationAnswerSchema } from '@foyer/contract/registration'
import {
  firstPasswordAnswerSchema,
  newPasswordAnswerSchema,
  passwordLinkAnswerSchema,
  passwordRulesSchema,
} from '@foyer/contract/password'
import type {
  NewPassword,
  NewPasswordAnswer,
  PasswordLinkRequest,
  PasswordRules,
} from '@foyer/contract/password'
import { signInLinkAnswerSchema } from '@foyer/contract/sign-in-link'
import type { SignInLinkRequest } from '@foyer/contract/sign-in-link'
import * as v from 'valibot'
import { CodedError } from '../errors/coded-error.ts'
import { refusalOf } from './account-service-error.ts'

/** The account service of our own server. Each call rejects with a coded error. */
export interface AccountService {
  /**
   * Requests a custom token for the account whose owner has the provider's access token (F2).
   * @param tenantId `null` is the project itself
   */
  customToken(accessToken: string, tenantId: string | null): Promise<string>
  /** Creates what a new account needs (F3). */
  startWelcome(idToken: string): Promise<void>
  /** Rejects if the invitation has expired, was used, or is unknown. */
  checkInvitation(invitation: string): Promise<void>
  /** Rejects if the link in the email of a registration has expired, was used, or is unknown. */
  checkConfirmation(confirmation: string): Promise<void>
  /** @param key identifies this registration, even if it is sent several times */
  register(request: RegistrationRequest, key: string): Promise<RegistrationAnswer>
  /** @param confirmation the token of the link in the email */
  confirmRegistration(confirmation: string, key: string): Promise<RegistrationAnswer>
  /**
   * Sends an email to the address. It has a link if the account has no other sign-in method (K6).
   * @param id of the link, which the page creates
   */
  askForSignInLink(request: SignInLinkRequest, id: string): Promise<void>
  /**
   * Sends an email to the address. It has a link for a new password if the account may have one.
   * @param id of the link, which the page creates
   */
  askForPasswordLink(request: PasswordLinkRequest, id: string): Promise<void>
  /** Requests a link to replace the password of a user who has just signed in. Null if there is none to replace. */
  firstPasswordLink(idToken: string): Promise<string | null>
  /** What a password that is chosen with this link must meet. */
  passwordRules(link: string): Promise<PasswordRules>
  /**
   * Sets the password of the link's account, once, and ends its sessions.
   * @param key identifies the press, even if it is sent several times
   */
  setPassword(request: NewPassword, key: string): Promise<NewPasswordAnswer>
  /**
   * Requests a custom token for the link's account. A link can be used once.
   * @param key identifies the press, even if it is sent several times
   */
  redeemSignInLink(link: string, key: string): Promise<string>
  /**
   * Sends an email with a link, for the method `emailLink`.
   * @param id of the link, which the page creates
   */
  askForEmailLink(request: EmailLinkRequest, id: string): Promise<void>
  /**
   * Uses a link in the browser that has requested it.
   * @param key identifies the press, even if it is sent several times
   */
  useEmailLink(use: { link: string; secret: string }, key: string): Promise<EmailLinkAnswer>
  /** Returns the code for the browser that has requested the link. */
  emailLinkCode(link: string): Promise<string>
  enterEmailLinkCode(entered: EmailLinkEntered, key: string): Promise<EmailLinkAnswer>
  /** Ends the request for a link. `used`: the browser that waited was signed in before, and its sessions end. */
  refuseEmailLink(link: string): Promise<'refused' | 'used'>
  /**
   * Finds the company of a work email, or sends a code to it.
   * @param id of the code, which the page creates
   */
  findCompany(request: CompanyRequest, id: string): Promise<CompanyAnswer>
  enterCompanyCode(code: CompanyCode): Promise<CompanyCodeAnswer>
}

interface AccountServiceDeps {
  functionUrl: string
  send: (url: string, init: RequestInit) => Promise<Response>
  /** The time limit of a request in milliseconds (H1). */
  limitMs: number
}

export function createAccountService({
  functionUrl,
  send,
  limitMs,
}: AccountServiceDeps): AccountService {
  async function ask<Schema extends v.GenericSchema>(
    url: string,
    schema: Schema,
    init: RequestInit = {},
  ): Promise<v.InferOutput<Schema>> {
    const { response, body } = await answerTo(url, init)
    if (!response.ok) throw refusalOf(response, body)
    const parsed = v.safeParse(schema, body)
    if (!parsed.success)
      throw new CodedError('unavailable', { message: 'An answer of no known form' })
    return parsed.output
  }

  async function answerTo(url: string, init: RequestInit) {
    const signal = AbortSignal.timeout(limitMs)
    try {
      const response = await send(url, { ...init, signal, cache: 'no-store' })
      const body: unknown = await response.json().catch(() => null)
      signal.throwIfAborted()
      return { response, body }
    } catch (cause) {
      throw new CodedError(signal.aborted ? 'deadline-exceeded' : 'auth/network-request-failed', {
        cause,
      })
    }
  }

  const post = <Schema extends v.GenericSchema>(
    url: string,
    schema: Schema,
    body: object,
    key?: string,
  ) =>
    ask(url, schema, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key && { 'idempotency-key': key }) },
      body: JSON.stringify(body),
    })

  return {
    async customToken(accessToken, tenantId) {
      const query = new URLSearchParams({ token: accessToken })
      if (tenantId !== null) query.set('tid', tenantId)
      const { token } = await ask(`${functionUrl}?${query}`, customTokenAnswerSchema)
      return token
    },
    async startWelcome(idToken) {
      await ask(`/welcome/start?${new URLSearchParams({ t: idToken })}`, welcomeAnswerSchema)
    },
    async checkInvitation(invitation) {
      await post('/registration/invitation', openLinkAnswerSchema, { invitation })
    },
    async checkConfirmation(confirmation) {
      await post('/registration/confirmation/check', openLinkAnswerSchema, { confirmation })
    },
    register: (request, key) => post('/registration', registrationAnswerSchema, request, key),
    confirmRegistration: (confirmation, key) =>
      post('/registration/confirmation', registrationAnswerSchema, { confirmation }, key),
    askForPasswordLink: async (request, id) =>
      void (await post('/password/link', passwordLinkAnswerSchema, request, id)),
    async firstPasswordLink(idToken) {
      const { link } = await post('/password/first', firstPasswordAnswerSchema, { idToken })
      return link
    },
    passwordRules: (link) => post('/password/rules', passwordRulesSchema, { link }),
    setPassword: (request, key) => post('/password', newPasswordAnswerSchema, request, key),
    async redeemSignInLink(link, key) {
      const { token } = await post('/sign-in-link/use', customTokenAnswerSchema, { link }, key)
      return token
    },
    ...emailCalls(post),
  }
}

type Post = <Schema extends v.GenericSchema>(
  url: string,
  schema: Schema,
  body: object,
  key?: string,
) => Promise<v.InferOutput<Schema>>

type EmailCalls = Pick<
  AccountService,
  | 'askForSignInLink'
  | 'askForEmailLink'
  | 'useEmailLink'
  | 'emailLinkCode'
  | 'enterEmailLinkCode'
  | 'refuseEmailLink'
  | 'findCompany'
  | 'enterCompanyCode'
>

/** The calls about links and codes in emails. */
function emailCalls(post: Post): EmailCalls {
  return {
    async askForSignInLink(request, id) {
      await post('/sign-in-link', signInLinkAnswerSchema, request, id)
    },
    async askForEmailLink(request, id) {
      await post('/email-link', signInLinkAnswerSchema, request, id)
    },
    useEmailLink: (use, key) => post('/email-link/use', emailLinkAnswerSchema, use, key),
    async emailLinkCode(link) {
      const { code } = await post('/email-link/code', emailLinkCodeAnswerSchema, { link })
      return code
    },
    enterEmailLinkCode: (entered, key) =>
      post('/email-link/enter', emailLinkAnswerSchema, entered, key),
    async refuseEmailLink(link) {
      return (await post('/email-link/refuse', emailLinkRefusedSchema, { link })).status
    },
    findCompany: (request, id) => post('/company', companyAnswerSchema, request, id),
    enterCompanyCode: (code) => post('/company/code', companyCodeAnswerSchema, code),
  }
}
