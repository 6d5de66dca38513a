import { useState } from 'react'
import type { ReactNode } from 'react'

/** The logos of providers that few deployments offer, in the shapes that their owners publish. */
const logos: Readonly<Record<string, ReactNode>> = {
  // Apple, GitHub and X allow black on a light button and white on a dark one.
  'apple.com': (
    <path
      fill="currentColor"
      d="M17.05 12.54c-.03-2.6 2.12-3.85 2.22-3.91-1.21-1.77-3.09-2.01-3.76-2.04-1.6-.16-3.13.94-3.94.94-.81 0-2.06-.92-3.39-.9-1.74.03-3.35 1.01-4.25 2.57-1.81 3.14-.46 7.8 1.3 10.35.86 1.25 1.89 2.65 3.24 2.6 1.3-.05 1.79-.84 3.36-.84s2.01.84 3.39.81c1.4-.02 2.28-1.27 3.14-2.52.99-1.45 1.4-2.85 1.42-2.92-.03-.01-2.72-1.04-2.73-4.14zM14.47 4.9c.72-.87 1.2-2.08 1.07-3.28-1.03.04-2.28.69-3.02 1.55-.66.77-1.24 2-1.09 3.17 1.16.09 2.33-.58 3.04-1.44z"
    />
  ),
  'facebook.com': (
    <>
      <circle cx="12" cy="12" r="12" fill="#0866FF" />
      <path
        fill="#fff"
        d="M16.7 15.5l.5-3.5h-3.3V9.75c0-.95.46-1.9 1.95-1.9h1.52V4.87s-1.38-.23-2.69-.23c-2.75 0-4.54 1.66-4.54 4.68V12H7.08v3.5h3.06v8.36a12.2 12.2 0 0 0 3.76 0V15.5z"
      />
    </>
  ),
  'github.com': (
    <path
      fill="currentColor"
      transform="scale(.2448)"
      d="M48.85 0C21.84 0 0 22 0 49.22c0 21.75 13.99 40.17 33.4 46.69 2.43.49 3.32-1.06 3.32-2.36 0-1.14-.08-5.05-.08-9.13-13.59 2.94-16.42-5.86-16.42-5.86-2.18-5.71-5.42-7.17-5.42-7.17-4.45-3.02.32-3.02.32-3.02 4.94.33 7.53 5.05 7.53 5.05 4.36 7.5 11.4 5.38 14.23 4.08.41-3.18 1.7-5.38 3.08-6.6-10.84-1.14-22.25-5.38-22.25-24.28 0-5.38 1.94-9.78 5.02-13.2-.49-1.22-2.19-6.28.48-13.04 0 0 4.13-1.3 13.43 5.05a47 47 0 0 1 12.21-1.63c4.13 0 8.33.57 12.22 1.63 9.3-6.36 13.42-5.05 13.42-5.05 2.67 6.76.97 11.82.49 13.04 3.15 3.42 5.01 7.82 5.01 13.2 0 18.9-11.4 23.06-22.32 24.28 1.78 1.55 3.32 4.48 3.32 9.13 0 6.6-.08 11.89-.08 13.52 0 1.31.89 2.86 3.31 2.37 19.42-6.52 33.41-24.94 33.41-46.69C97.7 22 75.79 0 48.85 0z"
    />
  ),
  emailLink: (
    <g stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" strokeLinejoin="round">
      <path d="M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7l-1.2 1.2" />
      <path d="M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7l1.2-1.2" />
    </g>
  ),
  password: (
    <g stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" strokeLinejoin="round">
      <rect x="2.5" y="5" width="19" height="14" rx="2.5" />
      <path d="m3.5 7 8.5 6.5L20.5 7" />
    </g>
  ),
  'twitter.com': (
    <path
      fill="currentColor"
      transform="scale(.02)"
      d="M714.16 519.28 1160.89 0h-105.86L667.14 450.89 357.33 0H0l468.49 681.82L0 1226.37h105.87l409.62-476.15 327.18 476.15H1200L714.14 519.28zM569.17 687.83l-47.47-67.9L144.01 79.69h162.6l304.8 435.99 47.47 67.9 396.2 566.72h-162.6L569.17 687.85z"
    />
  ),
  // Yahoo's exclamation mark, which it uses where its whole name would be too small.
  'yahoo.com': (
    <path
      fill="currentColor"
      d="M0 6.7h4.6l2.8 6.8 2.8-6.8h4.5L7.9 22.4H3.3l1.9-4.1zm15.6 6.2a2.7 2.7 0 1 1 0 5.4 2.7 2.7 0 0 1 0-5.4zM18.9 1.6H24l-4.6 10.3h-5.1z"
    />
  ),
}

interface OtherMarkProps {
  method: string
  /** An image of the deployment. */
  icon: string | undefined
}

/** The mark of a provider with its own script: its logo, the image in the config, or a key. */
export function OtherMark({ method, icon }: OtherMarkProps) {
  const [isBroken, setBroken] = useState(false)
  if (icon !== undefined && !isBroken) {
    return (
      <img
        className="provider-mark"
        src={icon}
        alt=""
        width="20"
        height="20"
        onError={() => setBroken(true)}
      />
    )
  }
  return (
    <svg className="provider-mark" viewBox="0 0 24 24" fill="none" aria-hidden="true">
      {logos[method] ?? (
        <g stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" strokeLinejoin="round">
          <circle cx="8" cy="16" r="4.5" />
          <path d="M11.25 12.75 20 4M16 8l3 3" />
        </g>
      )}
    </svg>
  )
}
