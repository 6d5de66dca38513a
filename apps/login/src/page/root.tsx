import { StrictMode } from 'react'
import { App } from './app.tsx'
import type { AppProps } from './app.tsx'

/** The whole page. The server renders the same tree that the browser hydrates, so that the generated ids match. */
export function Root(props: AppProps) {
  return (
    <StrictMode>
      <App {...props} />
    </StrictMode>
  )
}
