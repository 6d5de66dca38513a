import type { Page } from '@playwright/test'
import { stack } from './stack.ts'

/** All screens in all states, without a service (`apps/login/gallery`). */
export const gallery = `${stack.login}/local/gallery/#entry=loading`

/** What the gallery adds to its window. */
export interface Gallery {
  galleryEntries: string[]
  /** Resolves when the page shows the entry. */
  showGalleryEntry: (entry: string, language: string) => Promise<void>
}

export async function openGallery(page: Page): Promise<void> {
  await page.goto(gallery)
  await page.waitForFunction(() => 'galleryEntries' in window)
}
