import { StrictMode } from 'react'
import { App } from './app.tsx'
import type { AppProps } from './app.tsx'

/** The whole page. The server renders this very tree and the browser hydrates it, so the ids in it agree. */
export function Root(props: AppProps) {
  return (
    <StrictMode>
      <App {...props} />
    </StrictMode>
  )
}
