/** Jest calls the default export. */
export default async function globalTeardown(): Promise<void> {
  await globalThis.lecternTestCluster?.stop();
}
