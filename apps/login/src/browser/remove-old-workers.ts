/** This page registers no service worker; one of an older version would answer in its place (NW-06). */
export async function removeOldWorkers(workers: ServiceWorkerContainer | undefined): Promise<void> {
  const registrations = (await workers?.getRegistrations().catch(() => [])) ?? []
  await Promise.allSettled(registrations.map((registration) => registration.unregister()))
}
