import { customTokenAnswerSchema, welcomeAnswerSchema } from '@foyer/contract/account-service'
import { companyAnswerSchema, companyCodeAnswerSchema } from '@foyer/contract/discovery'
import type {
  CompanyAnswer,
  CompanyCode,
  CompanyCodeAnswer,
  CompanyRequest,
} from '@foyer/contract/discovery'
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
import { createRequests } from './requests.ts'
import type { RequestDeps } from './requests.ts'

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
  /** Requests a link for an account whose password must be replaced. Its user has just signed in. */
  firstPasswordLink(idToken: string): Promise<string>
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
   * Finds the company of a work email, or sends a code to it.
   * @param id of the code, which the page creates
   */
  findCompany(request: CompanyRequest, id: string): Promise<CompanyAnswer>
  enterCompanyCode(code: CompanyCode): Promise<CompanyCodeAnswer>
}

interface AccountServiceDeps extends RequestDeps {
  functionUrl: string
}

export function createAccountService({
  functionUrl,
  send,
  limitMs,
}: AccountServiceDeps): AccountService {
  const { ask, post } = createRequests({ send, limitMs })

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
    async askForSignInLink(request, id) {
      await post('/sign-in-link', signInLinkAnswerSchema, request, id)
    },
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
    findCompany: (request, id) => post('/company', companyAnswerSchema, request, id),
    enterCompanyCode: (code) => post('/company/code', companyCodeAnswerSchema, code),
  }
}
