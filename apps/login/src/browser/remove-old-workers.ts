/** This page registers no service worker; one of an older version would answer in its place (NW-06). */
export async function removeOldWorkers(
  open: () => Pick<ServiceWorkerContainer, 'getRegistrations'> | undefined,
): Promise<void> {
  try {
    const registrations = (await open()?.getRegistrations()) ?? []
    await Promise.allSettled(registrations.map((registration) => registration.unregister()))
  } catch {
    // Where site data is blocked, already the mention of them throws, and none answers.
  }
}
