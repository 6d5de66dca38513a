import { domainOfAddress } from '@foyer/contract/email-address'
import { emailDomain } from '@foyer/contract/email-domain'
import * as v from 'valibot'

/** How the server finds a user's company by the work email. Only the server knows the domains. */
export interface Discovery {
  /** `direct`: a known domain leads to its company at once, so anyone can learn which domains are known. */
  mode: 'code' | 'direct'
  /** The `tid` of the company with the domain of this email address, or null. */
  companyOf: (email: string) => string | null
}

interface DiscoveryError {
  /** The path of the invalid value in the config file. */
  key: string
  message: string
}

interface TakenDiscovery {
  /** The config file without the keys that only the server knows. */
  document: Record<string, unknown>
  /** Null if no tenant has domains. */
  discovery: Discovery | null
  errors: DiscoveryError[]
}

const domains = v.array(emailDomain, 'must be a list of domains')
const mode = v.picklist(['code', 'direct'], 'must be code or direct')

/** Takes the domains of the tenants out of the config file, so that no response can contain them. */
export function takeDiscovery(file: Record<string, unknown>): TakenDiscovery {
  const { discovery: givenMode = 'code', tenants, ...rest } = file
  const parsedMode = v.safeParse(mode, givenMode)
  const errors: DiscoveryError[] = parsedMode.success
    ? []
    : errorsOf('discovery', parsedMode.issues)
  const companies = new Map<string, string>()

  function takeDomains(tid: string, given: unknown): void {
    const key = `tenants.${tid}.domains`
    const parsed = v.safeParse(domains, given)
    if (!parsed.success) return void errors.push(...errorsOf(key, parsed.issues))
    for (const name of parsed.output) {
      const other = companies.get(name)
      if (other !== undefined)
        errors.push({
          key,
          message: `has ${name}, which ${other} has too: a domain is of one tenant`,
        })
      companies.set(name, tid)
    }
  }

  const document = isRecord(tenants)
    ? {
        ...rest,
        tenants: Object.fromEntries(
          Object.entries(tenants).map(([tid, tenant]) => {
            if (!isRecord(tenant) || !Object.hasOwn(tenant, 'domains')) return [tid, tenant]
            const { domains: given, ...shown } = tenant
            takeDomains(tid, given)
            return [tid, shown]
          }),
        ),
      }
    : { ...rest, ...(tenants !== undefined && { tenants }) }
  if (companies.size === 0 && errors.length === 0) {
    const vain = [
      ...(file['listTenants'] === false ? ['listTenants'] : []),
      ...(Object.hasOwn(file, 'discovery') ? ['discovery'] : []),
    ]
    const message = 'needs tenants with domains, by which users find them'
    errors.push(...vain.map((key) => ({ key, message })))
  }
  const companyOf = (email: string) => companies.get(domainOfAddress(email)) ?? null
  const discovery =
    companies.size > 0 && parsedMode.success ? { mode: parsedMode.output, companyOf } : null
  return { document, discovery, errors }
}

function errorsOf(key: string, issues: readonly v.BaseIssue<unknown>[]): DiscoveryError[] {
  return issues.map((issue) => {
    const path = v.getDotPath(issue)
    return { key: path === null ? key : `${key}.${path}`, message: issue.message }
  })
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
