/** This page registers no service worker. One from an older version would answer requests in its place (NW-06). */
export async function removeOldWorkers(
  open: () => Pick<ServiceWorkerContainer, 'getRegistrations'> | undefined,
): Promise<void> {
  try {
    const registrations = (await open()?.getRegistrations()) ?? []
    await Promise.allSettled(registrations.map((registration) => registration.unregister()))
  } catch {
    // If site data is blocked, reading `navigator.serviceWorker` throws. Then no worker runs either.
  }
}
