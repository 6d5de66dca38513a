import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { readSettings } from '../../../apps/gate/src/settings/settings.ts'
import { parseSettings } from '../../../apps/server/src/settings.ts'

type Environment = Record<string, string>

const folder = path.resolve(import.meta.dirname, '../../../deploy')
const read = (file: string) => readFileSync(path.join(folder, file), 'utf8')

/** The documents of a YAML file, without errors, warnings or duplicate keys. */
function documentsOf(file: string): unknown[] {
  return parseAllDocuments(read(file), { merge: true }).map((document) => {
    expect([...document.errors, ...document.warnings]).toEqual([])
    return document.toJS() as unknown
  })
}

const lines = (text: string) => parseEnv(text) as Environment

/** `Environment=` of a unit, and the example settings that its `EnvironmentFile=` stands for. */
function unitEnvironment(part: string): Environment {
  const given = read(`systemd/foyer-${part}@.service`).matchAll(/^Environment=(.*)$/gm)
  return Object.assign(
    lines(read(`compose/${part}.env`)),
    // An instance is named after its port.
    ...Array.from(given, ([, text = '']) =>
      lines(text.replaceAll(' ', '\n').replaceAll('%i', '4100')),
    ),
  ) as Environment
}

interface Setting {
  name: string
  value: string
}

const toEnvironment = (settings: Setting[] = []): Environment =>
  Object.fromEntries(settings.map(({ name, value }) => [name, value]))

interface Manifest {
  kind: string
  metadata: { name: string }
  spec: {
    template: {
      spec: {
        terminationGracePeriodSeconds: number
        containers: [{ env: Setting[] }]
      }
    }
  }
}

const podOf = (part: string) =>
  (documentsOf(`kubernetes/base/${part}.yaml`) as Manifest[])[0]?.spec.template.spec

function podEnvironment(part: string): Environment {
  const [overlay] = documentsOf('kubernetes/overlays/example/kustomization.yaml') as [
    { configMapGenerator: { name: string; literals: string[] }[] },
  ]
  const map = overlay.configMapGenerator.find(({ name }) => name === `foyer-${part}`)
  return {
    ...lines((map?.literals ?? []).join('\n')),
    ...toEnvironment(podOf(part)?.containers[0].env),
  }
}

interface CloudRunService {
  metadata: { name: string }
  spec: {
    template: {
      metadata: { annotations: Record<string, string> }
      spec: {
        containers: {
          env: Setting[]
          ports?: [{ containerPort: number }]
          startupProbe: { httpGet?: { port: number } }
          livenessProbe?: { httpGet: { port: number } }
          volumeMounts?: { name: string; mountPath: string }[]
        }[]
        volumes: { name: string; secret: { items: { path: string }[] } }[]
      }
    }
  }
}

const cloudRun = (part: string) =>
  (documentsOf(`cloud-run/${part}.yaml`) as [CloudRunService])[0].spec.template

const cloudRunEnvironment = (part: string) => toEnvironment(cloudRun(part).spec.containers[0]?.env)

const environments = {
  compose: (part: string) => lines(read(`compose/${part}.env`)),
  systemd: unitEnvironment,
  Kubernetes: podEnvironment,
  'Cloud Run': cloudRunEnvironment,
}
const places = Object.entries(environments)

const secretIn = (file: string) =>
  /signing/.test(file)
    ? Buffer.alloc(32).toString('base64')
    : 'postgres://user:password@postgres/name'

const work = mkdtempSync(path.join(tmpdir(), 'foyer-deploy-'))
afterAll(() => rmSync(work, { recursive: true }))

describe.each(places)('the settings for %s', (_place, environmentOf) => {
  it('every setting of the server exists and is valid', () => {
    const parsed = parseSettings(environmentOf('server'), secretIn)
    expect(parsed.ok ? [] : parsed.errors).toEqual([])
    expect(parsed.ok && parsed.settings.store.kind).toBe('postgres')
  })

  it('every setting of the gate exists and is valid', () => {
    const environment = environmentOf('gate')
    const url = path.join(work, 'url')
    writeFileSync(url, secretIn('database_url'), { mode: 0o600 })
    expect(environment['GATE_DATABASE_URL_FILE']).toMatch(/^(?:(?:\/run)?\/secrets|%d)\//)
    expect(readSettings([], { ...environment, GATE_DATABASE_URL_FILE: url }).databaseUrl).toContain(
      'postgres:',
    )
  })
})

it('a misspelled setting is found', () => {
  const environment = { ...lines(read('compose/server.env')), FOYER_TRUSTED_PROXY: '10.0.0.0/8' }
  expect(parseSettings(environment, secretIn)).toMatchObject({
    ok: false,
    errors: [{ key: 'FOYER_TRUSTED_PROXY', message: 'is not a setting' }],
  })
})

it('every supervisor gives each part more time to stop than its settings need', () => {
  // The server gives requests in flight ten seconds.
  const stopSeconds = (environment: Environment) =>
    Number(environment['FOYER_DRAIN_SECONDS'] ?? environment['GATE_DRAIN_SECONDS'] ?? 5) +
    Number(environment['GATE_STOP_SECONDS'] ?? 10)
  const [compose] = documentsOf('compose/compose.yaml') as [
    { services: Record<string, { stop_grace_period: string }> },
  ]
  for (const part of ['server', 'gate']) {
    const unit = /^TimeoutStopSec=(\d+)$/m.exec(read(`systemd/foyer-${part}@.service`))?.[1]
    expect(Number(unit)).toBeGreaterThan(stopSeconds(unitEnvironment(part)))
    expect(parseInt(compose.services[part]?.stop_grace_period ?? '', 10)).toBeGreaterThan(
      stopSeconds(environments.compose(part)),
    )
    expect(podOf(part)?.terminationGracePeriodSeconds).toBeGreaterThan(
      stopSeconds(podEnvironment(part)),
    )
  }
})

it('the database URLs that are made name the users whose rights can be taken away', () => {
  const place = path.join(work, 'compose')
  mkdirSync(place)
  cpSync(path.join(folder, 'compose/make-secrets.sh'), path.join(place, 'make-secrets.sh'))
  expect(spawnSync('sh', [path.join(place, 'make-secrets.sh')]).status).toBe(0)
  for (const part of ['server', 'gate']) {
    const url = new URL(
      readFileSync(path.join(place, `secrets/${part}_database_url`), 'utf8').trim(),
    )
    const user = /^grant usage on schema public to (\w+);$/m.exec(
      read(`postgres/${part}-rights.sql`),
    )?.[1]
    expect([url.username, url.pathname]).toEqual([user, `/${user}`])
    expect(read('compose/create-databases.sh')).toContain(`${part}) name=${user} ;;`)
  }
})

it('each Cloud Run service probes its own port, mounts the secrets that it names, and has a processor between requests', () => {
  for (const part of ['server', 'gate']) {
    const { metadata, spec } = cloudRun(part)
    expect(metadata.annotations['run.googleapis.com/cpu-throttling']).toBe('false')
    const [own] = spec.containers
    const port = own?.ports?.[0].containerPort
    expect([own?.startupProbe.httpGet?.port, own?.livenessProbe?.httpGet.port]).toEqual([
      port,
      port,
    ])
    const paths = (own?.volumeMounts ?? []).flatMap(({ name, mountPath }) => {
      const volume = spec.volumes.find((one) => one.name === name)
      return (volume?.secret.items ?? []).map((item) => `${mountPath}/${item.path}`)
    })
    const files = Object.entries(toEnvironment(own?.env)).filter(([name]) => name.endsWith('_FILE'))
    expect(new Set(files.map(([, file]) => file))).toEqual(new Set(paths))
  }
  // Cloud Run kills an instance after ten seconds.
  const { GATE_DRAIN_SECONDS, GATE_STOP_SECONDS } = cloudRunEnvironment('gate')
  expect(Number(GATE_DRAIN_SECONDS) + Number(GATE_STOP_SECONDS)).toBeLessThan(10)
})

it('each secret, service and network that compose.yaml names is defined in it', () => {
  const [compose] = documentsOf('compose/compose.yaml') as [
    {
      services: Record<string, { secrets?: string[]; networks: string[]; depends_on?: object }>
      secrets: object
      networks: object
    },
  ]
  const named = Object.values(compose.services)
  const used = {
    secrets: named.flatMap(({ secrets = [] }) => secrets),
    networks: named.flatMap(({ networks }) => networks),
    services: named.flatMap((service) => Object.keys(service.depends_on ?? {})),
  }
  expect(new Set(used.secrets)).toEqual(new Set(Object.keys(compose.secrets)))
  expect(new Set(used.networks)).toEqual(new Set(Object.keys(compose.networks)))
  expect(Object.keys(compose.services)).toEqual(expect.arrayContaining(used.services))
})

it('each Kubernetes file is listed, and each object has a kind and a name of its own', () => {
  for (const place of ['kubernetes/base', 'kubernetes/overlays/example']) {
    const files = readdirSync(path.join(folder, place)).filter(
      (file) => file !== 'kustomization.yaml',
    )
    const [list] = documentsOf(`${place}/kustomization.yaml`) as [{ resources: string[] }]
    expect(list.resources.filter((name) => name.endsWith('.yaml')).toSorted()).toEqual(
      files.toSorted(),
    )
    const objects = files.flatMap((file) => documentsOf(`${place}/${file}`) as Manifest[])
    const names = objects.map(({ kind, metadata }) => `${kind}/${metadata.name}`)
    expect(new Set(names).size).toBe(objects.length)
  }
})

it('the application of the Kubernetes example is in the namespace of the policy that only lets the gate reach it', () => {
  const [overlay] = documentsOf('kubernetes/overlays/example/kustomization.yaml') as [
    { namespace: string },
  ]
  const { GATE_UPSTREAM = '' } = podEnvironment('gate')
  const [, namespace] = new URL(GATE_UPSTREAM).hostname.split('.')
  expect(namespace).toBe(overlay.namespace)
})

it("the gate's part of the nginx configuration is the one that the guide explains and that is tested", () => {
  const withoutIndent = (text: string) => text.replaceAll(/^ +/gm, '').replaceAll(/^#.*\n/gm, '')
  const guide = readFileSync(path.join(folder, '../docs/gate.md'), 'utf8')
  const sample = /```nginx\n[^]*?(large_client_header_buffers[^]*?)```/.exec(guide)?.[1] ?? ''
  expect(sample).toContain('proxy_buffer_size 64k')
  expect(withoutIndent(read('nginx/foyer.conf'))).toContain(withoutIndent(sample))
})

it('the files for Traefik and Caddy name the ports of the gate, and each router has its parts', () => {
  interface Router {
    service: string
    middlewares?: string[]
  }
  interface Traefik {
    http: {
      routers: Record<string, Router>
      services: Record<string, { loadBalancer: { servers: [{ url: string }] } }>
      middlewares: Record<string, { forwardAuth: { address: string } }>
    }
  }
  const [{ http }] = documentsOf('traefik/forward-auth.yaml') as [Traefik]
  const routers = Object.values(http.routers)
  expect(Object.keys(http.services)).toEqual(
    expect.arrayContaining(routers.map(({ service }) => service)),
  )
  expect(routers.flatMap(({ middlewares = [] }) => middlewares)).toEqual(
    Object.keys(http.middlewares),
  )
  const addresses = [
    http.services['gate']?.loadBalancer.servers[0].url,
    http.services['application']?.loadBalancer.servers[0].url,
    http.middlewares['foyer']?.forwardAuth.address,
  ].map((address) => new URL(address ?? ''))
  for (const file of ['caddy/Caddyfile', 'nginx/forward-auth.conf'])
    for (const { host } of addresses) expect(read(file)).toContain(host)
})
