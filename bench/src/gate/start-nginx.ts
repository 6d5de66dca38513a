import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { UnpackedPackages } from './debian-packages.ts'
import { freePort, startProcess } from '../load/process.ts'
import { signCookie } from './signed-cookie.ts'
import { userCount, type Subject } from './subject.ts'

const verifierMain = fileURLToPath(new URL('cookie-verifier.ts', import.meta.url))

/** nginx with `auth_request`, set up for speed: persistent connections on both sides, and no request log. */
export async function startNginx(
  applicationPort: number,
  { folder, environment }: UnpackedPackages,
): Promise<Subject> {
  const [port, verifierPort] = [await freePort(), await freePort()]
  const place = mkdtempSync(path.join(tmpdir(), 'foyer-bench-nginx-'))
  mkdirSync(path.join(place, 'logs'))
  const secret = randomBytes(32).toString('hex')
  const verifier = await startProcess(
    process.execPath,
    [...process.execArgv, verifierMain, String(verifierPort), secret],
    verifierPort,
  )
  const file = path.join(place, 'nginx.conf')
  writeFileSync(file, configuration({ port, applicationPort, verifierPort, place }))
  const program = path.join(folder, 'usr/sbin/nginx')
  const args = ['-p', place, '-c', file, '-e', path.join(place, 'logs/error.log')]
  const server = await startProcess(program, args, port, environment)
  return {
    name: 'nginx `auth_request`',
    port,
    host: `localhost:${port}`,
    users: Array.from({ length: userCount }, (_, index) => {
      return signCookie(`user-${index}`, secret)
    }),
    pid: null,
    async close() {
      await Promise.all([server.close(), verifier.close()])
      rmSync(place, { recursive: true, force: true })
    },
  }
}

interface Places {
  port: number
  applicationPort: number
  verifierPort: number
  place: string
}

function configuration({ port, applicationPort, verifierPort, place }: Places): string {
  return `
daemon off;
worker_processes auto;
pid ${place}/nginx.pid;
events { worker_connections 1024; }
http {
  access_log off;
  client_body_temp_path ${place}/body;
  proxy_temp_path ${place}/proxy;
  fastcgi_temp_path ${place}/fastcgi;
  uwsgi_temp_path ${place}/uwsgi;
  scgi_temp_path ${place}/scgi;
  keepalive_requests 100000000;
  upstream application { server 127.0.0.1:${applicationPort}; keepalive 64; keepalive_requests 100000000; }
  upstream verifier { server 127.0.0.1:${verifierPort}; keepalive 64; keepalive_requests 100000000; }
  server {
    listen 127.0.0.1:${port};
    proxy_http_version 1.1;
    proxy_set_header Connection "";
    location = /verify {
      internal;
      proxy_pass http://verifier;
      proxy_pass_request_body off;
      proxy_set_header Content-Length "";
      proxy_set_header Connection "";
      proxy_set_header X-Original-URI $request_uri;
    }
    location / {
      auth_request /verify;
      auth_request_set $user $upstream_http_x_auth_request_user;
      proxy_set_header Connection "";
      proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_set_header X-Auth-Request-User $user;
      proxy_pass http://application;
    }
  }
}
`
}
