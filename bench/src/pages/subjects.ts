import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { answerFrom } from './answer-site.ts'
import { startFoyer } from './foyer-server.ts'
import type { Answerer } from './internet.ts'
import { buildFloor, buildGooglePage, buildReactPage } from './sites.ts'

export const subjectNames = ['google', 'react', 'floor', 'foyer'] as const
export type SubjectName = (typeof subjectNames)[number]

/** A page that is measured. */
export interface Subject {
  readonly name: SubjectName
  readonly title: string
  readonly host: string
  /** The name under which the identity SDK stores a tenant's account; null if the page stores no account. */
  readonly appName: string | null
  readonly answer: Answerer
}

export interface Subjects {
  readonly all: readonly Subject[]
  close(): void
}

export async function prepareSubjects(): Promise<Subjects> {
  const foyerHost = 'foyer.example.com'
  const foyer = await startFoyer(foyerHost, await freePort())
  return {
    all: [
      {
        name: 'google',
        title: '(a) Google’s hosted page',
        host: 'hosted.example.com',
        appName: '[DEFAULT]',
        answer: answerFrom(await buildGooglePage()),
      },
      {
        name: 'react',
        title: '(b) React + gcip-iap',
        host: 'react.example.com',
        appName: '[DEFAULT]',
        answer: answerFrom(await buildReactPage()),
      },
      {
        name: 'floor',
        title: '(c) static HTML: the floor',
        host: 'floor.example.com',
        appName: null,
        answer: answerFrom(await buildFloor()),
      },
      {
        name: 'foyer',
        title: 'Foyer',
        host: foyerHost,
        appName: 'foyer:',
        answer: foyer.answer,
      },
    ],
    close: () => foyer.close(),
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
